import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { anExtractionKey } from "@galley/core/testing";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { WebSocket as HeaderSocket } from "ws";
import { digestOf, startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const CHANGES =
  "subscription ($id: ID!) { jobChanged(id: $id) { kind job { status pagesDone } page { number text } } }";

/** The close code of a connection with this payload, or "acknowledged". */
async function ending(
  { url }: GraphqlService,
  { payload, headers = {} }: { payload?: object; headers?: Record<string, string> },
): Promise<number | "acknowledged"> {
  const socket = new HeaderSocket(`${url.replace("http", "ws")}/graphql`, "graphql-transport-ws", {
    headers,
  });
  await once(socket, "open");
  const closed = once(socket, "close").then(([code]) => Number(code));
  const acknowledged = once(socket, "message").then(() => "acknowledged" as const);
  socket.send(JSON.stringify({ type: "connection_init", payload }));
  const end = await Promise.race([closed, acknowledged]);
  socket.terminate();
  return end;
}

const changeSchema = z.object({
  jobChanged: z.object({
    kind: z.enum(["STATUS", "PAGE"]),
    job: z.object({ status: z.string(), pagesDone: z.number() }),
    page: z.object({ number: z.number(), text: z.string() }).nullable(),
  }),
});

function jobChangeIn(data: unknown): z.infer<typeof changeSchema>["jobChanged"] {
  return changeSchema.parse(data).jobChanged;
}

const errorsSchema = z.array(z.object({ extensions: z.object({ code: z.string() }) }));

/** The error codes of a rejected subscription; empty if it sends a result. */
async function refusalOf(
  service: GraphqlService,
  request: { query: string; variables: Record<string, unknown> },
): Promise<string[]> {
  const changes = service.socketClient().iterate(request);
  try {
    const { value } = await changes.next();
    return errorsSchema.parse(value?.errors ?? []).map(({ extensions }) => extensions.code);
  } catch (error) {
    return errorsSchema.parse(error).map(({ extensions }) => extensions.code);
  } finally {
    await changes.return?.();
  }
}

test("a subscription sends the job's current state, each page, then each status, and completes", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  const changes = service.socketClient().iterate({ query: CHANGES, variables: { id } });
  const seen = [jobChangeIn((await changes.next()).value?.data)];
  const work = service.work(id);
  for await (const { data } of changes) seen.push(jobChangeIn(data));
  await work;

  expect(seen[0]).toEqual({ kind: "STATUS", job: { status: "ACCEPTED", pagesDone: 0 }, page: null });
  expect(seen.at(-1)).toEqual({ kind: "STATUS", job: { status: "PROCESSED", pagesDone: 2 }, page: null });
  const pages = seen.filter(({ kind }) => kind === "PAGE").map(({ page }) => page);
  expect(pages).toEqual([1, 2].map((number) => ({ number, text: "Invoice  42\n\nTotal" })));
});

test("a subscription to a settled job sends its state and its pages, and completes", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  await service.work(id);
  const kinds: string[] = [];
  for await (const { data } of service.socketClient().iterate({ query: CHANGES, variables: { id } })) {
    kinds.push(jobChangeIn(data).kind);
  }
  expect(kinds).toEqual(["STATUS", "PAGE", "PAGE"]);
});

test("one subscription sends the changes of all the organization's jobs", async () => {
  await using service = await startGraphqlService();
  const changes = service
    .socketClient()
    .iterate({ query: "subscription { jobsChanged { job { id status } } }" });
  const first = changes.next();
  await sleep(100);
  const id = await service.submit();
  expect((await first).value).toEqual({ data: { jobsChanged: { job: { id, status: "ACCEPTED" } } } });
  await changes.return?.();
});

test.each([
  ["an unknown key", { payload: { "service-key": "wrong" } }, 4401],
  ["no payload", {}, 4401],
  ["a revoked key", { payload: { "service-key": "revoked" } }, 4403],
  ["a key", { payload: { "service-key": "good" } }, "acknowledged"],
  ["a key by its other name", { payload: { "unstract-key": "good" } }, "acknowledged"],
  ["a key in the headers of the upgrade", { headers: { "service-key": "good" } }, "acknowledged"],
])("a connection with %s is acknowledged or closed with its code", async (_what, connection, end) => {
  await using service = await startGraphqlService();
  await service.database.transaction(async ({ extractionKeys }) => {
    const { organizationId } = service;
    await extractionKeys.insert(anExtractionKey(organizationId, { digest: digestOf("good") }));
    await extractionKeys.insert(
      anExtractionKey(organizationId, { digest: digestOf("revoked"), revokedAt: new Date() }),
    );
  });
  expect(await ending(service, connection)).toBe(end);
});

test.each([
  ["an unknown job", CHANGES, { id: randomUUID() }, "NOT_FOUND"],
  ["a variable that is missing", CHANGES, {}, "BAD_INPUT"],
  ["a query", "{ health { ready } }", {}, "GRAPHQL_VALIDATION_FAILED"],
  ["a document that is not valid", "subscription { nothing }", {}, "GRAPHQL_VALIDATION_FAILED"],
  ["no GraphQL", "subscription {", {}, "GRAPHQL_PARSE_FAILED"],
  ["too many tokens", `subscription { jobsChanged { ${"kind ".repeat(2000)} } }`, {}, "TOO_COMPLEX"],
  ["too many aliases", `subscription { jobsChanged { ${"a: kind ".repeat(50)} } }`, {}, "TOO_COMPLEX"],
])("a subscription with %s is rejected with the API's error code", async (_what, query, variables, code) => {
  await using service = await startGraphqlService();
  expect(await refusalOf(service, { query, variables })).toContain(code);
  expect(service.faults).toEqual([]);
});

test("a credential has a maximum number of concurrent subscriptions; ended ones free their slots", async () => {
  await using service = await startGraphqlService({ maxSubscriptions: 2 });
  const ids = await Promise.all([1, 2, 3].map(() => service.submit()));
  const [first, second] = ids.map((id) =>
    service.socketClient().iterate({ query: CHANGES, variables: { id } }),
  );
  await first?.next();
  await second?.next();
  const third = { query: CHANGES, variables: { id: ids[2] } };
  expect(await refusalOf(service, third)).toEqual(["QUOTA_EXCEEDED"]);
  await first?.return?.();
  await expect.poll(() => refusalOf(service, third)).toEqual([]);
});

test("a client that disconnects frees its subscription slots", async () => {
  await using service = await startGraphqlService({ maxSubscriptions: 1 });
  const id = await service.submit();
  const client = service.socketClient();
  await client.iterate({ query: CHANGES, variables: { id } }).next();
  client.terminate();
  await expect.poll(() => refusalOf(service, { query: CHANGES, variables: { id } })).toEqual([]);
});

test("when the service stops, sockets are closed with 1001 and stopping does not wait for clients", async () => {
  await using service = await startGraphqlService();
  const id = await service.submit();
  const client = service.socketClient();
  const closed = new Promise((resolve) => client.on("closed", resolve));
  const changes = client.iterate({ query: CHANGES, variables: { id } });
  await changes.next();
  const interrupted = changes.next().catch((event: unknown) => event);
  await service.stop();
  expect(await closed).toMatchObject({ code: 1001 });
  expect(await interrupted).toMatchObject({ code: 1001 });
});

test("only the API's path accepts WebSocket upgrades", async () => {
  await using service = await startGraphqlService();
  const socket = new HeaderSocket(`${service.url.replace("http", "ws")}/elsewhere`, "graphql-transport-ws");
  await expect(once(socket, "open")).rejects.toThrow("Unexpected server response: 400");
});

test.each([
  ["of another version", { "sec-websocket-version": "99", "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==" }],
  ["without a key", { "sec-websocket-version": "13" }],
])("a handshake %s is rejected with JSON", async (_what, headers) => {
  await using service = await startGraphqlService();
  const asked = get(`${service.url}/graphql`, {
    headers: { connection: "Upgrade", upgrade: "websocket", ...headers },
  });
  const [response] = await once(asked, "response");
  expect([response.statusCode, response.headers["content-type"]]).toEqual([400, "application/json"]);
  expect(await json(response)).toEqual({ message: expect.stringContaining("Sec-WebSocket") });
});

test.each([
  ["unmasked", Buffer.from([0x81, 0x02, 0x68, 0x69]), 1002],
  ["of text that is not UTF-8", Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]), 1007],
  ["of 16 exabytes", Buffer.from([0x81, 0xff, ...Array.from({ length: 12 }, () => 0x7f)]), 1009],
])("a frame %s closes the socket and is not logged", async (_what, frame, code) => {
  await using service = await startGraphqlService();
  using written = vi.spyOn(console, "error");
  const asked = get(`${service.url}/graphql`, { headers: UPGRADE });
  const [, socket] = await once(asked, "upgrade");
  socket.write(frame);
  const closing = Buffer.concat(await socket.toArray());
  expect(closing.readUInt16BE(2)).toBe(code);
  expect(written).not.toHaveBeenCalled();
});

const UPGRADE = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-protocol": "graphql-transport-ws",
};
