import { readFile } from "node:fs/promises";
import { createClient } from "graphql-ws";
import { test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const jobsSchema = z.object({
  data: z.object({ jobs: z.object({ nodes: z.array(z.object({ id: z.string(), handle: z.string() })) }) }),
});

const changeSchema = z.object({
  data: z.object({ jobChanged: z.object({ job: z.object({ status: z.string(), pagesDone: z.number() }) }) }),
});

test.concurrent(
  "two services on one data folder share their jobs, and each reports the other's",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    await using one = await startService({ dataDir: folder.path });
    await using other = await startService({ dataDir: folder.path });
    expect(other.url).not.toBe(one.url);

    const hash = await createRestClient(one).submit(textDocument(100).bytes, { mode: "native_text" });
    const changes = await changesOf(other, await idOf(other, hash));
    expect(changes.at(-1)).toEqual({ status: "PROCESSED", pagesDone: 100 });

    const { result_text: text } = await createRestClient(other).retrieve(hash);
    expect(text).toContain("Page 100 of 100");
    expect((await createRestClient(one).status(hash)).status).toBe("retrieved");
  },
);

test.concurrent(
  "two services together accept no more documents than their organization may have in flight",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    const env = { GALLEY_ROLE: "serve", GALLEY_ORG_DOCUMENTS_IN_FLIGHT: "3" };
    await using one = await startService({ dataDir: folder.path, env });
    await using other = await startService({ dataDir: folder.path, env });
    const { bytes } = textDocument(1);
    const clients = [createRestClient(one), createRestClient(other)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        clients.map((client) => client.request("/whisper", { method: "POST", body: bytes })),
      ).flat(),
    );
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get("retry-after")).toBe("5");
    expect(answers.every(({ status }) => status === 202 || status === 429)).toBe(true);
  },
);

test.concurrent(
  "when the service that started the database stops, the other one continues",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    await using one = await startService({ dataDir: folder.path });
    await using other = await startService({ dataDir: folder.path });
    expect(await one.stop()).toEqual({ exitCode: 0 });
    const client = createRestClient(other);
    const hash = await client.submit(textDocument(2).bytes, { mode: "native_text" });
    expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
  },
);

test.concurrent(
  "generated secrets are readable only by their owner and printed once",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    const env = { GALLEY_SERVICE_KEY: "", GALLEY_ACCESS_TOKEN: "" };
    await using first = await startService({ dataDir: folder.path, env });
    const key = (await readFile(`${folder.path}/extraction-key`, "utf8")).trim();
    const answer = await createRestClient({ ...first, serviceKey: key }).request("/test-connection");
    expect(answer.status).toBe(200);
    expect(first.logs()).toContain(key);
    await first.stop();
    await using second = await startService({ dataDir: folder.path, env });
    expect(second.logs()).not.toContain(key);
  },
);

async function idOf(service: RunningService, handle: string): Promise<string> {
  const answer = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "service-key": service.serviceKey },
    body: JSON.stringify({ query: "{ jobs(first: 10) { nodes { id handle } } }" }),
  });
  const { data } = jobsSchema.parse(await answer.json());
  return data.jobs.nodes.find((job) => job.handle === handle)?.id ?? "";
}

/** All events of a subscription until it ends. */
async function changesOf(
  service: RunningService,
  id: string,
): Promise<{ status: string; pagesDone: number }[]> {
  const client = createClient({
    url: `${service.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { "service-key": service.serviceKey },
    retryAttempts: 0,
  });
  const changes: { status: string; pagesDone: number }[] = [];
  const query = "subscription ($id: ID!) { jobChanged(id: $id) { job { status pagesDone } } }";
  for await (const result of client.iterate({ query, variables: { id } })) {
    changes.push(changeSchema.parse(result).data.jobChanged.job);
  }
  await client.dispose();
  return changes;
}
