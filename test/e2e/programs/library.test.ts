import {
  createExtractor,
  type ExtractedDocument,
  type Extractor,
  extractText,
  toChunks,
  toMarkdown,
} from "@galley/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { form } from "../../fixtures/forms.ts";
import { rotatedPages, watermark } from "../../fixtures/geometry.ts";
import { imageOnly, optionalContent } from "../../fixtures/layers.ts";
import { textDocument } from "../../fixtures/long.ts";
import type { FixtureDocument } from "../../fixtures/pdf/document.ts";
import type { PlacedWord } from "../../fixtures/pdf/page.ts";

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 2 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

const read = (
  document: FixtureDocument,
  mode: "native_text" | "form" = "native_text",
): Promise<ExtractedDocument> => extractor.extract(document.bytes, { mode });

/**
 * Points. The expected boxes of a fixture are those of its fonts, whose widths are exact and whose heights
 * are not those of the ink.
 */
const TOLERANCE = 1.5;

describe("every word of a page is found at its position", () => {
  // Words drawn in parts are one word for a reader; their lines are compared below.
  const readable = Object.entries(FIXTURES).filter(
    ([name]) => !["contents", "letter-spaced", "superscripts"].includes(name),
  );
  test.each(readable)("%s", async (_, make) => {
    const document = make();
    const { pages, pageCount } = await read(document);
    expect(pageCount).toBe(document.pages.length);
    for (const [index, { words, width, height, rotation }] of document.pages.entries()) {
      const page = pages[index];
      expect(page?.outcome).toMatchObject({ ok: true, width, height, rotation });
      const found = page?.lines.flatMap((line) => line.words) ?? [];
      for (const word of words) expect(found).toContainEqual(matching(word));
    }
  });
});

test("the blocks of a document that was read without them are an error that says what to pass", async () => {
  const document = await read(textDocument(1));
  expect(() => document.blocks).toThrow(/^The document was read without its structure\. Pass blocks: true /u);
  expect(JSON.parse(JSON.stringify(document))).not.toHaveProperty("blocks");
  expect({ ...document }.text).toBe(document.text);
});

function matching({ text, box, angle }: PlacedWord): unknown {
  const alongX = {
    x0: near(box.x0),
    x1: near(box.x1),
    y0: within(box.y0, box.y1),
    y1: within(box.y0, box.y1),
  };
  const alongY = {
    x0: within(box.x0, box.x1),
    x1: within(box.x0, box.x1),
    y0: near(box.y0),
    y1: near(box.y1),
  };
  const boxes: Readonly<Record<number, object>> = { 0: alongX, 90: alongY, [-90]: alongY };
  // The box around slanted text is larger than its ink.
  const place = boxes[angle] ? { box: boxes[angle] } : {};
  return expect.objectContaining({ text: text.normalize("NFKC"), ...place });
}

function near(expected: number): unknown {
  return within(expected, expected);
}

/** Matches a number from `low` to `high`, give or take the tolerance. */
function within(low: number, high: number): unknown {
  return {
    asymmetricMatch: (value: unknown) =>
      typeof value === "number" && value >= low - TOLERANCE && value <= high + TOLERANCE,
    toString: () => `${low} to ${high} ± ${TOLERANCE}`,
  };
}

test.each([
  ["superscripts", /The area is 25 m2 and the gas is CO2 in water\./],
  ["letter-spaced", /QUARTERLY +REPORT/],
  ["contents", /2\.1 +Winter hall [ .]+ 12/],
])("words drawn in parts are joined: %s", async (name, line) => {
  const { text } = await read(FIXTURES[name]?.() ?? rotatedPages());
  expect(text).toMatch(line);
});

test("rotated or cropped pages have no word outside the page", async () => {
  for (const name of ["rotated-pages", "cropped", "cropped-and-rotated"]) {
    const { pages } = await read(FIXTURES[name]?.() ?? rotatedPages());
    for (const { outcome, lines } of pages) {
      if (!outcome.ok) throw new Error(outcome.message);
      for (const { box } of lines.flatMap(({ words }) => words)) {
        expect(box.x0).toBeGreaterThanOrEqual(0);
        expect(box.x1).toBeLessThanOrEqual(outcome.width);
        expect(box.y1).toBeLessThanOrEqual(outcome.height);
      }
    }
  }
});

test("hidden optional content is dropped", async () => {
  const { text } = await read(optionalContent());
  expect(text).not.toContain("Nobody");
});

test("a watermark adds no stray letters to the lines", async () => {
  const document = watermark();
  const { pages } = await read(document);
  const [first] = pages;
  const lines = first?.text.split("\n").map((line) => line.trim()) ?? [];
  const words = document.pages[0]?.words.filter(({ angle }) => angle === 0) ?? [];
  for (const line of linesOf(words)) expect(lines).toContain(line);
});

/** The words of the fixture's paragraph, line by line. */
function linesOf(words: readonly PlacedWord[]): string[] {
  const byLine = Map.groupBy(words, ({ box }) => Math.round(box.y0));
  return [...byLine.values()].map((line) => line.map(({ text }) => text).join(" "));
}

test("form fields and check marks are found at their positions", async () => {
  const document = form();
  const { pages, text } = await read(document, "form");
  const outcome = pages[0]?.outcome;
  if (!outcome?.ok) throw new Error("The page was not read.");
  for (const { name, kind, value, checked, box } of document.pages[0]?.fields ?? []) {
    expect(outcome.fields).toContainEqual(
      expect.objectContaining({
        name,
        kind,
        value,
        checked,
        box: { x0: near(box.x0), y0: near(box.y0), x1: near(box.x1), y1: near(box.y1) },
      }),
    );
  }
  expect(text).toMatch(/Name +Ada Calder/);
  expect(text).toMatch(/Address +12 Quay Street\s+Port Ellis/);
  expect(text).toMatch(/Needs +\[X\] Power +\[ \] Water/);
  expect(text).toMatch(/Season +\[ \] Summer +\[X\] Winter/);
  expect(text).toMatch(/Pier +Long pier/);
});

test("a page without text says so", async () => {
  const { pages } = await read(imageOnly());
  expect(pages[0]).toMatchObject({ status: "read", text: "" });
  expect(pages[0]?.message).not.toBe("");
});

describe("an encrypted document", () => {
  test.each(["RC4", "AES"] as const)(
    "opens without a password if the user password is empty (%s)",
    async (cipher) => {
      const { text } = await extractText(encrypted(cipher, { user: "", owner: "owner" }).bytes, {
        mode: "native_text",
      });
      expect(text).toContain("This page was encrypted");
    },
  );

  test.each([
    ["RC4", "secret"],
    ["AES", "secret"],
    ["AES", "owner"],
  ] as const)("opens with either password (%s, %s)", async (cipher, password) => {
    const { bytes } = encrypted(cipher, { user: "secret", owner: "owner" });
    const { text } = await extractor.extract(bytes, { mode: "native_text", password });
    expect(text).toContain("This page was encrypted");
  });

  test("reports a missing and a wrong password", async () => {
    const { bytes } = encrypted("AES", { user: "secret", owner: "owner" });
    await expect(extractor.extract(bytes)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
    await expect(extractor.extract(bytes, { password: "wrong" })).rejects.toMatchObject({
      code: "PASSWORD_REQUIRED",
    });
  });
});

test("pages are yielded as they finish, and the signal ends the reading", async () => {
  const controller = new AbortController();
  const seen: number[] = [];
  const reading = extractor.extract(
    textDocument(300).bytes,
    { mode: "native_text" },
    {
      signal: controller.signal,
      onPage: ({ number }) => {
        seen.push(number);
        controller.abort(new Error("enough"));
      },
    },
  );
  await expect(reading).rejects.toThrow("enough");
  expect(seen.length).toBeLessThan(300);
});

test("a document has the renditions that its options name; by default none, and no structure is found", async () => {
  const { bytes } = textDocument(2);
  const named = await extractor.extract(bytes, { renditions: ["chunks", "markdown"] });
  expect(Object.keys(named.renditions).toSorted()).toEqual(["chunks", "markdown"]);
  expect(named.renditions.markdown).toBe(toMarkdown(named.blocks));
  expect(named.renditions.chunks).toEqual(toChunks(named.blocks));
  const all = await extractor.extract(bytes, { blocks: true });
  expect(Object.keys(all.renditions)).toHaveLength(6);
  const plain = await extractor.extract(bytes);
  expect(Object.keys(plain.renditions)).toEqual([]);
  for (const { outcome } of plain.pages) expect(outcome).not.toHaveProperty("structure");
});
