import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sequenceRatio } from "../../bench/quality/sequence-ratio.ts";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

async function textOf(document: Uint8Array, query: Readonly<Record<string, string>>): Promise<string> {
  const hash = await client.submit(document, query);
  await client.waitUntilSettled(hash, 100_000);
  return (await client.retrieve(hash)).result_text;
}

describe("output_mode=text of a statement with notes in two columns", () => {
  const notes = [
    ["Interest is charged from the day on which", "Write to us when something is wrong with"],
    ["a purchase is made until the day on which", "this statement, at the latest sixty days"],
    ["we have the payment for it in our account", "after it was sent. While we look into it"],
    ["and is added to the balance of the month.", "you need not pay the amount in question."],
  ] as const;
  const statement = statementOf(notes);

  test("has rows in native_text, each a line, with the blanks of the document", async () => {
    const text = await textOf(statement, { mode: "native_text", output_mode: "text" });
    expect(text.split("\n").slice(0, 4)).toEqual([
      "Statement of account p. 1/1",
      "Newbalance $10,269.65",
      "Interest is charged from the day on which Write to us when something is wrong with",
      "a purchase is made until the day on which this statement, at the latest sixty days",
    ]);
    expect(text.endsWith("\n<<<\n\f\n\n\n\n\n\n\n")).toBe(true);
  });

  test("has a paragraph for each piece of a row in modes with OCR", async () => {
    const text = await textOf(statement, { mode: "low_cost", output_mode: "text" });
    expect(text.split("\n\n\n").slice(0, 5)).toEqual([
      "Statement of account",
      "p. 1/1",
      "New balance",
      "$10,269.65",
      "Interest is charged from the day on which",
    ]);
    expect(text.endsWith("\n\n\n<<<\n\f\n\n\n\n\n\n\n")).toBe(true);
  });

  test("separates words and cells with text_order=rows", async () => {
    const text = await textOf(statement, { mode: "native_text", output_mode: "text", text_order: "rows" });
    expect(text.split("\n").slice(0, 3)).toEqual([
      "Statement of account  p. 1/1",
      "New balance  $10,269.65",
      "Interest is charged from the day on which  Write to us when something is wrong with",
    ]);
  });

  test("has one column after the other with text_order=reading_order", async () => {
    const text = await textOf(statement, {
      mode: "native_text",
      output_mode: "text",
      text_order: "reading_order",
    });
    const columns = [...notes.map(([left]) => left), ...notes.map(([, right]) => right)].join("\n");
    expect(text).toContain(columns);
  });

  test("is the same in version 1, and an unknown text_order is rejected", async () => {
    const call = (order: string): Promise<Response> =>
      fetch(
        `${service.url}/v1/whisper?processing_mode=text&force_text_processing=true&output_mode=text${order}`,
        {
          method: "POST",
          headers: { "service-key": service.serviceKey },
          body: Buffer.from(statement),
        },
      );
    expect(await (await call("")).text()).toContain("\nNewbalance $10,269.65\nInterest is charged from");
    expect(await (await call("&text_order=rows")).text()).toContain("\nNew balance  $10,269.65\n");
    const refused = await call("&text_order=sideways");
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/text_order.*reading_order.*rows.*unprocessed/);
  });
});

const REFERENCE = new URL("../../../../shared/data/reference/", import.meta.url);

describe.skipIf(!existsSync(REFERENCE))(
  "is as similar to the documented service's text as its clients test",
  () => {
    test.each([
      ["native_text", "layout_preserving", 0.96],
      ["native_text", "text", 0.93],
      ["low_cost", "layout_preserving", 0.9],
      ["low_cost", "text", 0.9],
    ])("%s, %s", { timeout: 120_000 }, async (mode, output, least) => {
      const expected = readFileSync(new URL(`expected/credit_card.${mode}.${output}.txt`, REFERENCE), "utf8");
      const document = readFileSync(new URL("credit_card.pdf", REFERENCE));
      const text = await textOf(document, { mode, output_mode: output });
      expect(sequenceRatio(text, expected)).toBeGreaterThanOrEqual(least);
    });
  },
);

test.skipIf(!hasPython())("the ratio equals that of Python's difflib", () => {
  const words = Array.from({ length: 400 }, (_, k) => `w${(k * k) % 37} ${"ab\n€𝒳"[k % 5] ?? ""}`);
  const pairs = [
    ["", ""],
    ["abcd", "bcde"],
    ["New balance  $1.00\n", "New  balance $1.00"],
    [words.join(" "), words.toReversed().join("  ")],
    [words.slice(20).join(""), words.slice(0, 300).join("")],
  ] as const;
  const script =
    "import difflib,json,sys\nprint(json.dumps([difflib.SequenceMatcher(None,a,b).ratio() for a,b in json.load(sys.stdin)]))";
  const ratios: unknown = JSON.parse(
    execFileSync("python3", ["-c", script], { input: JSON.stringify(pairs), encoding: "utf8" }),
  );
  expect(pairs.map(([a, b]) => sequenceRatio(a, b))).toEqual(ratios);
});

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"]);
    return true;
  } catch {
    return false;
  }
}

/** "New balance" has no blank glyph, and less than three points between its words. */
function statementOf(notes: readonly (readonly [string, string])[]): Uint8Array {
  const document = createDocument();
  document.page(A4, (page) => {
    page.text("Statement of account", { x: 60, y: 60, size: 9 });
    page.text("p. 1/1", { x: 500, y: 60, size: 9 });
    const end = page.text("New", { x: 60, y: 90, size: 9 });
    page.text("balance", { x: end + 2.4, y: 90, size: 9 });
    page.text("$10,269.65", { x: 300, y: 90, size: 9, align: "right" });
    for (const [index, [left, right]] of notes.entries()) {
      page.text(left, { x: 60, y: 130 + index * 11, size: 9 });
      page.text(right, { x: 320, y: 130 + index * 11, size: 9 });
    }
  });
  return document.finish().bytes;
}
