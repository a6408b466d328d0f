import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtractor, type ExtractedPage, type Extractor } from "@galley/core";
import { degradedPage, DEGRADATIONS, HARDLY_LEGIBLE } from "@galley/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { handwrittenLetters, LETTER, LETTER_OPENING } from "../../fixtures/handwriting.ts";
import { madeTables } from "../../fixtures/tables/made-tables.ts";
import { chromiumPath } from "../../support/clients/browser.ts";
import { runGalley } from "../../support/command-line.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { mcpAgent } from "../../support/clients/mcp-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const BLURRED =
  /The recognised text may be wrong: the picture is blurred\. Scan or photograph it again in focus\./;

const FAINT =
  /The recognised text may be wrong: the print is faint or the picture grainy\. Scan it with more contrast\./;

async function scanOf(pdf: Uint8Array, kind: string): Promise<Uint8Array> {
  const degradation = HARDLY_LEGIBLE[kind] ?? DEGRADATIONS[kind];
  if (!degradation) throw new Error(`There is no degradation "${kind}".`);
  return (await degradedPage(pdf, 1, degradation)).png;
}

describe("a page that is likely wrong says why", { timeout: 240_000 }, () => {
  const table = madeTables(1).find(({ style }) => style === "ruled")?.bytes ?? new Uint8Array();
  let extractor: Extractor;
  beforeAll(() => {
    extractor = createExtractor({ threads: 1 });
    return () => extractor[Symbol.asyncDispose]();
  });

  async function pageOf(
    scan: Uint8Array,
    mode: "low_cost" | "high_quality" = "low_cost",
  ): Promise<ExtractedPage> {
    const { pages } = await extractor.extract(scan, { mode });
    const [page] = pages;
    if (!page) throw new Error("The document has no page.");
    return page;
  }

  test.each([
    [
      "75 dpi",
      table,
      /its words are only about [5-7] pixels high\. Scan it at a higher resolution, such as 300 dpi/,
    ],
    ["blurred by 3 pixels", letter().bytes, BLURRED],
    ["blurred by 4 pixels", table, /No words were recognised.*Probable cause: the picture is blurred/],
    ["faint", letter().bytes, FAINT],
  ])("%s", async (kind, pdf, message) => {
    const page = await pageOf(await scanOf(pdf, kind));
    expect(page.message).toMatch(message);
    expect(page.outcome).toMatchObject({ doubtful: true });
  });

  test.each(["clean", "skewed 1°", "scan at 200 dpi"])("but not: %s", async (kind) => {
    const page = await pageOf(await scanOf(letter().bytes, kind));
    expect(page.message).toBe("");
    expect(page.outcome).not.toHaveProperty("doubtful");
  });

  test.skipIf(!chromiumPath())("handwriting, with what reads it", async () => {
    for (const [font, scan] of await handwrittenLetters(chromiumPath() ?? "", LETTER_OPENING)) {
      const { message } = await pageOf(scan);
      expect([font, message]).toEqual([
        font,
        expect.stringMatching(/read with low confidence.*Tesseract does not read handwriting.*OCR service/),
      ]);
    }
  });

  test.skipIf(!chromiumPath())("handwriting whose words the models read in part", async () => {
    const [, letterInAnotherFont] = await handwrittenLetters(chromiumPath() ?? "", LETTER);
    const [font, scan] = letterInAnotherFont ?? [];
    const { message } = await pageOf(scan ?? new Uint8Array(), "high_quality");
    expect([font, message]).toEqual([font, expect.stringMatching(/read with low confidence/)]);
  });
});

describe("the warning of a faint page", { timeout: 120_000 }, () => {
  let service: RunningService;
  let faint: Uint8Array;

  beforeAll(async () => {
    service = await startService();
    faint = await scanOf(letter().bytes, "faint");
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("over version 1, in the header Page-Messages", async () => {
    const answer = await fetch(`${service.url}/v1/whisper?processing_mode=ocr&output_mode=line-printer`, {
      method: "POST",
      headers: { "service-key": service.serviceKey },
      body: Buffer.from(faint),
    });
    expect(JSON.parse(answer.headers.get("page-messages") ?? "[]")).toEqual([
      { page: 1, message: expect.stringMatching(FAINT) },
    ]);
  });

  test("over version 2, in the detail of the status", async () => {
    const client = createRestClient(service);
    const { status, detail } = await client.waitUntilSettled(await client.submit(faint));
    expect(status).toBe("processed");
    expect(detail).toMatchObject([
      { page_no: 1, message: expect.stringMatching(/^extraction_success: .*the print is faint/) },
    ]);
  });

  test("over GraphQL, with the doubtful words and their boxes", async () => {
    const graphql = createGraphqlClient(service);
    const rest = createRestClient(service);
    const { id: upload } = await graphql.upload("letter.png", faint);
    const { submitDocument } = await graphql.read(submittedSchema, SUBMIT, { input: { upload } });
    await rest.waitUntilSettled(submitDocument.job.handle);
    const { job } = await graphql.read(pagesSchema, PAGES, submitDocument.job);
    const [page] = job.pages.nodes;
    expect(page).toMatchObject({ doubtful: true, message: expect.stringMatching(FAINT) });
    expect(page?.confidence).toBeLessThan(0.93);
    expect(page?.lowConfidenceWords.length).toBeGreaterThan(2);
    for (const { confidence, box } of page?.lowConfidenceWords ?? []) {
      expect(confidence).toBeLessThan(0.7);
      expect(box.x1).toBeGreaterThan(box.x0);
      expect(box.x1).toBeLessThanOrEqual(page?.width ?? 0);
    }
  });

  test("over the Model Context Protocol", async () => {
    const { id: upload_id } = await createGraphqlClient(service).upload("letter.png", faint);
    await using agent = await mcpAgent(service.url, service.serviceKey);
    const { facts } = await agent.call("extract_document", { upload_id, mode: "low_cost" });
    const read = async (): Promise<unknown> =>
      (await agent.call("read_document", { document_id: facts["document_id"] })).facts["page_messages"];
    await expect
      .poll(read, { timeout: 60_000 })
      .toEqual([{ page: 1, message: expect.stringMatching(FAINT) }]);
  });

  test("on the command line", async () => {
    await using folder = temporaryFolder();
    const file = join(folder.path, "letter.png");
    await writeFile(file, faint);
    const { exitCode, stderr } = await runGalley(["extract", file, "--mode", "low_cost"]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(FAINT);
    expect(stderr).toContain("letter.png: page 1: ");
  });
});

const SUBMIT =
  "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id handle } } }";
const PAGES = `query ($id: ID!) {
  job(id: $id) {
    pages {
      nodes {
        message doubtful confidence width
        lowConfidenceWords(below: 0.7) { text confidence box { x0 x1 } }
      }
    }
  }
}`;

const submittedSchema = z.object({
  submitDocument: z.object({ job: z.object({ id: z.string(), handle: z.string() }) }),
});
const pagesSchema = z.object({
  job: z.object({
    pages: z.object({
      nodes: z.array(
        z.object({
          message: z.string(),
          doubtful: z.boolean(),
          confidence: z.number().nullable(),
          width: z.number(),
          lowConfidenceWords: z.array(
            z.object({
              text: z.string(),
              confidence: z.number(),
              box: z.object({ x0: z.number(), x1: z.number() }),
            }),
          ),
        }),
      ),
    }),
  }),
});
