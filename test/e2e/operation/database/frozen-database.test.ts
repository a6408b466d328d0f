import { expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../../fixtures/long.ts";
import { createGraphqlClient } from "../../../support/clients/graphql-client.ts";
import { processesOf } from "../../../support/processes.ts";
import { createRestClient } from "../../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../../support/service.ts";

/** Without limits of its own the service would wait forever; the time it needs depends on the machine. */
const ANSWER_MS = 60_000;
const RECOVERY_MS = 90_000;

const jobSchema = z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) });
const changeSchema = z.object({ jobChanged: z.object({ job: z.object({ status: z.string() }) }) });

const SUBMIT = `mutation ($id: ID!) {
  submitDocument(input: { upload: $id, options: { mode: NATIVE_TEXT } }) { job { id } }
}`;
const FOLLOW = `subscription ($id: ID!) { jobChanged(id: $id) { job { status } } }`;

test("while a stopped database still accepts connections, every call returns 503", async () => {
  await using service = await startService();
  const rest = createRestClient(service);
  const graphql = createGraphqlClient(service);
  const read = await rest.submit(textDocument(1).bytes, { mode: "native_text" });
  await rest.waitUntilSettled(read);
  const upload = await graphql.upload("long.pdf", textDocument(2000).bytes);
  const { submitDocument } = await graphql.read(jobSchema, SUBMIT, { id: upload.id });
  const seen: string[] = [];
  const following = follow(graphql, submitDocument.job.id, seen);
  // Awaited below; until then its rejection is handled here.
  following.catch(() => undefined);
  await expect.poll(() => seen.length, { timeout: ANSWER_MS }).toBeGreaterThan(0);

  const database = databaseOf(service);
  for (const pid of database) process.kill(pid, "SIGSTOP");
  const answers = await Promise.all(
    Object.entries(callsOf(service, read)).map(async ([name, call]) => {
      const answer = await call(AbortSignal.timeout(ANSWER_MS));
      const retryAfter = answer.headers.has("retry-after");
      return { name, status: answer.status, retryAfter, body: await answer.text() };
    }),
  );
  const live = await fetch(`${service.url}/health/live`);
  const metrics = await fetch(`${service.url}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) });
  for (const pid of database) process.kill(pid, "SIGCONT");

  expect(answers).toEqual(
    answers.map(({ name }) => ({ name, status: 503, retryAfter: true, body: expect.any(String) })),
  );
  const asked: unknown = JSON.parse(answers.find(({ name }) => name === "graphql")?.body ?? "");
  expect(asked).toMatchObject({
    errors: [{ extensions: { code: "UNAVAILABLE", status: 503, retryable: true, retryAfterSeconds: 5 } }],
  });
  expect([live.status, metrics.status]).toEqual([200, 200]);
  await expect.poll(() => ready(service), { timeout: RECOVERY_MS, interval: 250 }).toBe(200);
  await following;
  expect(seen.at(-1)).toBe("PROCESSED");
  const again = await rest.submit(textDocument(1).bytes, { mode: "native_text" });
  expect(await rest.waitUntilSettled(again)).toMatchObject({ status: "processed" });
  expect((await rest.retrieve(read)).result_text).toContain("Page 1 of 1");
}, 300_000);

async function follow(
  graphql: ReturnType<typeof createGraphqlClient>,
  id: string,
  seen: string[],
): Promise<void> {
  for await (const { jobChanged } of graphql.subscribe(changeSchema, FOLLOW, { id })) {
    seen.push(jobChanged.job.status);
  }
}

/** The processes of the embedded database. */
function databaseOf({ dataDir }: RunningService): readonly number[] {
  return processesOf(dataDir)
    .filter(({ command }) => /postgres/.test(command) && !/main\.js/.test(command))
    .map(({ pid }) => pid);
}

type Call = (signal: AbortSignal) => Promise<Response>;

/** A call of each part of the service. */
function callsOf(service: RunningService, hash: string): Readonly<Record<string, Call>> {
  const { url, serviceKey, accessToken } = service;
  const body = Buffer.from(textDocument(1).bytes);
  const key = { "service-key": serviceKey };
  const bearer = { authorization: `Bearer ${accessToken}` };
  const query = encodeURIComponent(hash);
  const id = crypto.randomUUID();
  const call =
    (path: string, init: RequestInit): Call =>
    (signal) =>
      fetch(`${url}${path}`, { ...init, signal });
  return {
    "v2 submit": call("/api/v2/whisper?mode=native_text", { method: "POST", headers: key, body }),
    "v2 status": call(`/api/v2/whisper-status?whisper_hash=${query}`, { headers: key }),
    "v2 retrieve": call(`/api/v2/whisper-retrieve?whisper_hash=${query}`, { headers: key }),
    "v2 usage": call("/api/v2/get-usage-info", { headers: key }),
    "v1 submit": call("/v1/whisper", { method: "POST", headers: key, body }),
    management: call("/api/v1/service/default/pipeline/", { headers: bearer }),
    "pipeline status": call(`/deployment/pipeline/api/default/${id}/`, { method: "POST", headers: bearer }),
    upload: call("/uploads/some.pdf", { method: "PUT", headers: key, body }),
    graphql: call("/graphql", {
      method: "POST",
      headers: { ...key, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ jobs(first: 1) { nodes { id } } }" }),
    }),
    view: call(`/view/${id}/document`, { headers: key }),
    ready: call("/health/ready", {}),
  };
}

async function ready({ url }: RunningService): Promise<number> {
  return (await fetch(`${url}/health/ready`)).status;
}
