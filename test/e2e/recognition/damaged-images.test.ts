import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtractor } from "@galley/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { IMAGES, pageWithImage } from "../../fixtures/bombs/damaged-images.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { runGalley } from "../../support/command-line.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DAMAGED = "An image of 1000 × 1400 pixels (JPEG 2000) was not read, because its data is damaged.";

test.each([
  ["damaged JPEG 2000", DAMAGED],
  ["damaged JPEG", "An image of 1000 × 1400 pixels (JPEG) was not read, because its data is damaged."],
  ["damaged JBIG2", "An image of 1000 × 1400 pixels (JBIG2) was not read, because its data is damaged."],
  ["without width", "An image of 0 × 1400 pixels was not read, because its size is impossible."],
  ["of a negative width", "An image of -5 × 1400 pixels was not read, because its size is impossible."],
  ["white", ""],
] as const)("the message of a page with an image that is %s: %j", async (name, message) => {
  await using extractor = createExtractor({ threads: 1 });
  const { pages } = await extractor.extract(pageWithImage(IMAGES[name]), { mode: "low_cost" });
  expect(pages).toMatchObject([{ text: "", message, outcome: { ok: true } }]);
});

describe("a page with a damaged image says so", { timeout: 120_000 }, () => {
  const page = pageWithImage(IMAGES["damaged JPEG 2000"]);
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("over version 1, in the header Page-Messages", async () => {
    const answer = await fetch(`${service.url}/v1/whisper?processing_mode=ocr&output_mode=line-printer`, {
      method: "POST",
      headers: { "service-key": service.serviceKey },
      body: Buffer.from(page),
    });
    expect(JSON.parse(answer.headers.get("page-messages") ?? "[]")).toEqual([{ page: 1, message: DAMAGED }]);
  });

  test("over version 2 and GraphQL", async () => {
    const client = createRestClient(service);
    const hash = await client.submit(page);
    const { detail } = await client.waitUntilSettled(hash);
    expect(detail).toMatchObject([{ page_no: 1, message: `extraction_success: ${DAMAGED}` }]);
    const query = "query { jobs(first: 1) { nodes { pages { nodes { message doubtful } } } } }";
    const { jobs } = await createGraphqlClient(service).read(z.object({ jobs: z.unknown() }), query);
    expect(jobs).toMatchObject({ nodes: [{ pages: { nodes: [{ message: DAMAGED, doubtful: true }] } }] });
  });

  test("on the command line", async () => {
    await using folder = temporaryFolder();
    const file = join(folder.path, "scan.pdf");
    await writeFile(file, page);
    const { stderr } = await runGalley(["extract", file]);
    expect(stderr).toContain(DAMAGED);
  });
});
