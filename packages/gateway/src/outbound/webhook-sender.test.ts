import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { createOutbound } from "./outbound.ts";
import { createWebhookSender } from "./webhook-sender.ts";

const outbound = createOutbound({ allow: ["127.0.0.0/8"] });
const NEVER = new AbortController().signal;

async function startTarget(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${boundPort(server)}/`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

test("a response is returned with its status, its Retry-After and the first 20 KB of its body", async () => {
  await using target = await startTarget((_request, response) => {
    response.writeHead(503, { "retry-after": "7" }).end("x".repeat(100_000));
  });
  const answer = await createWebhookSender(outbound).post({ url: target.url, headers: {}, body: "" }, NEVER);
  expect(answer).toMatchObject({
    kind: "answered",
    status: 503,
    retryAfter: "7",
    headers: { "retry-after": "7" },
    body: "x".repeat(20 * 1024),
  });
});

test("a redirect is returned as a response and not followed", async () => {
  let requests = 0;
  await using target = await startTarget((_request, response) => {
    requests += 1;
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  const answer = await createWebhookSender(outbound).post({ url: target.url, headers: {}, body: "" }, NEVER);
  expect(answer).toMatchObject({ kind: "answered", status: 302 });
  expect(requests).toBe(1);
});

test.each<[string, RequestListener]>([
  ["never answers", () => undefined],
  ["never ends its answer", (_request, response) => void response.writeHead(200).write("so far")],
])("a target that %s fails after the time limit", async (_, listener) => {
  await using target = await startTarget(listener);
  const sender = createWebhookSender(outbound, 200);
  const answer = await sender.post({ url: target.url, headers: {}, body: "" }, NEVER);
  expect(answer).toEqual({ kind: "failed", message: expect.stringContaining("in time") });
});

test("a target that closes the connection fails, and so does an unreachable one", async () => {
  const gone = await startTarget((request) => request.socket.destroy());
  const sender = createWebhookSender(outbound);
  const post = (): ReturnType<typeof sender.post> =>
    sender.post({ url: gone.url, headers: {}, body: "" }, NEVER);
  expect(await post()).toMatchObject({ kind: "failed" });
  await gone[Symbol.asyncDispose]();
  expect(await post()).toMatchObject({ kind: "failed" });
});

test("an address that is not permitted is rejected", async () => {
  await using target = await startTarget(() => undefined);
  const sender = createWebhookSender(createOutbound({ allow: [] }));
  const answer = await sender.post({ url: target.url, headers: {}, body: "" }, NEVER);
  expect(answer).toEqual({ kind: "refused", message: expect.stringContaining("cannot be used") });
  expect(sender.refusalOf(target.url)).toContain("cannot be used");
  expect(sender.refusalOf("https://example.com/")).toBeUndefined();
});

test("aborting throws the reason of the signal", async () => {
  await using target = await startTarget(() => undefined);
  const stopping = new Error("stopping");
  const post = createWebhookSender(outbound).post(
    { url: target.url, headers: {}, body: "" },
    AbortSignal.abort(stopping),
  );
  await expect(post).rejects.toBe(stopping);
});
