import { readFile } from "node:fs/promises";
import { createExtractor, type ExtractedPage, type ExtractOptionsInput, type Extractor } from "@galley/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { form } from "../fixtures/forms.ts";

let extractor: Extractor;
let scan: Uint8Array;
let guide: string;

beforeAll(async () => {
  guide = await readFile(new URL("../../docs/reference/modes.md", import.meta.url), "utf8");
  extractor = createExtractor({ threads: 1 });
  scan = (await extractor.renderPage(form().bytes, 1, { dpi: 150, grey: true })).png;
});
afterAll(() => extractor[Symbol.asyncDispose]());

describe("as documented in docs/reference/modes.md,", () => {
  test.each([
    ["low_cost", 1],
    ["high_quality", 2],
    ["form", 0],
    ["table", 0],
  ] as const)("%s reads a scanned form", async (mode, example) => {
    expect(textOf(await read({ mode }))).toBe(examples()[example]);
  });

  test.each(["native_text", "form"] as const)("%s reads a form's own text", async (mode) => {
    const { pages } = await extractor.extract(form().bytes, { mode });
    expect(textOf(pages[0])).toBe(examples()[0]);
  });

  test("native_text recognises nothing and says so", async () => {
    const page = await read({ mode: "native_text" });
    expect(page?.text).toBe("");
    expect(guide).toContain(`> ${page?.message}\n`);
  });
});

test.each([
  ["low_cost", /median filter of 3 pixels.*blurred by 1 pixels/],
  ["high_quality", /^(?!.*(median|blurred))/],
] as const)("what median_filter_size and gaussian_blur_radius do in %s", async (mode, reason) => {
  const page = await read({ mode, medianFilterSize: 3, gaussianBlurRadius: 1 });
  expect(page?.outcome).toMatchObject({ reason: expect.stringMatching(reason) });
});

async function read(options: ExtractOptionsInput): Promise<ExtractedPage | undefined> {
  const { pages } = await extractor.extract(scan, options);
  return pages[0];
}

/** The lines without blank ones and without leading and trailing blanks. */
function textOf(page: ExtractedPage | undefined): string {
  const lines = (page?.text ?? "").split("\n").map((line) => line.trimEnd());
  return lines.filter((line) => line !== "").join("\n");
}

function examples(): readonly (string | undefined)[] {
  return Array.from(guide.matchAll(/```text\n([^`]*)\n```/g), ([, text]) => text);
}
