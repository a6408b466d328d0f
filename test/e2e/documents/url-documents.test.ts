import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import {
  documentPage,
  endlessPage,
  redirectPage,
  serveDocuments,
} from "../../support/servers/document-server.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const SAMPLE = FIXTURES["sample"]?.().bytes ?? new Uint8Array();

let service: RunningService;
let rest: RestClient;

beforeAll(async () => {
  // The rest of the loopback network stays forbidden, in place of a private network.
  const env = { GALLEY_OUTBOUND_ALLOW: "127.0.0.1/32", GALLEY_MAX_UPLOAD_MB: "1", LOG_LEVEL: "warn" };
  service = await startService({ env });
  rest = createRestClient(service);
  return () => service[Symbol.asyncDispose]();
});

test("GraphQL accepts a document by URL, and reports when it is fetched", async () => {
  await using server = await serveDocuments({ "/files/report%201.pdf": documentPage(SAMPLE) });
  const url = `${server.url}/files/report%201.pdf`;
  const graphql = createGraphqlClient(service);
  const submitted = await graphql.read(
    z.object({ submitDocument: z.object({ job: z.object({ id: z.string(), file: z.null() }) }) }),
    "mutation ($url: String!) { submitDocument(input: {url: $url}) { job { id file { name } } } }",
    { url },
  );
  const { id } = submitted.submitDocument.job;
  const changed = z.object({
    jobChanged: z.object({
      job: z.object({ status: z.string(), file: z.object({ name: z.string() }).nullable() }),
    }),
  });
  const seen = [];
  const events = graphql.subscribe(
    changed,
    "subscription ($id: ID!) { jobChanged(id: $id) { job { status file { name } } } }",
    { id },
  );
  for await (const { jobChanged } of events) seen.push(jobChanged.job);
  expect(seen.at(-1)).toEqual({ status: "PROCESSED", file: { name: "report 1.pdf" } });
});

test("a redirect from a permitted to a forbidden address fails the job, and is not followed", async () => {
  await using inside = await serveDocuments({ "/secret": documentPage(SAMPLE) }, "127.0.0.2");
  await using outside = await serveDocuments({
    "/away": redirectPage(`${inside.url}/secret`),
    "/mapped": redirectPage(`http://[::ffff:127.0.0.2]:${inside.port}/secret`),
    "/decimal": redirectPage(`http://2130706434:${inside.port}/secret`),
    "/file": redirectPage("file:///etc/passwd"),
  });
  for (const path of ["/away", "/mapped", "/decimal", "/file"]) {
    expect(await outcomeOf(`${outside.url}${path}`)).toMatchObject({
      status: "error",
      message: expect.stringMatching(/cannot be used.*public address/),
    });
  }
  expect(inside.asked).toEqual([]);
  expect(service.logs()).toContain("127.0.0.2");
});

test("a document without end, or over the size limit, fails the job with a plain message", async () => {
  await using server = await serveDocuments({
    "/endless": endlessPage,
    "/large": documentPage(Buffer.alloc(2 * 1024 * 1024, "%PDF-1.7")),
  });
  for (const path of ["/endless", "/large"]) {
    const outcome = await outcomeOf(`${server.url}${path}`);
    expect(outcome).toMatchObject({ status: "error", message: expect.stringContaining("larger than 1 MB") });
  }
});

test("cancelling a job during the download closes the connection", async () => {
  const gone = Promise.withResolvers<void>();
  await using server = await serveDocuments({
    "/slow": (_request, response) => {
      response.on("close", () => gone.resolve());
      response.write("%PDF-1.7\n");
    },
  });
  const graphql = createGraphqlClient(service);
  const job = z.object({ job: z.object({ id: z.string() }) });
  const { submitDocument } = await graphql.read(
    z.object({ submitDocument: job }),
    "mutation ($url: String!) { submitDocument(input: {url: $url}) { job { id } } }",
    { url: `${server.url}/slow` },
  );
  while (server.asked.length === 0) await sleep(20);
  await graphql.read(
    z.object({ cancelJob: job }),
    "mutation ($id: ID!) { cancelJob(input: {jobId: $id}) { job { id } } }",
    { id: submitDocument.job.id },
  );
  await expect(gone.promise).resolves.toBeUndefined();
});

test("a document whose server responds after a restart of the service is not lost", async () => {
  const env = { GALLEY_OUTBOUND_ALLOW: "127.0.0.1/32" };
  let calm = false;
  await using server = await serveDocuments({
    "/later": (request, response) => {
      if (calm) documentPage(SAMPLE)(request, response);
    },
  });
  await using first = await startService({ env });
  const hash = await submitUrl(createRestClient(first), `${server.url}/later`);
  while (server.asked.length === 0) await sleep(20);
  await first.kill9();
  calm = true;
  await using second = await startService({ env, dataDir: first.dataDir });
  const outcome = await createRestClient(second).waitUntilSettled(hash);
  expect(outcome).toMatchObject({ status: "processed" });
});

async function outcomeOf(url: string): Promise<{ readonly status: string; readonly message: string }> {
  return rest.waitUntilSettled(await submitUrl(rest, url));
}

async function submitUrl(client: RestClient, url: string): Promise<string> {
  return client.submit(Buffer.from(url), { url_in_post: "true" });
}
