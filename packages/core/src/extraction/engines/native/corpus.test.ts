import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { GLYPH, type PageContent } from "../../page/page-content.ts";
import { openDocument } from "../open-document.ts";
import { nativeEngine } from "./native-engine.ts";
import { PACKAGED_DATA } from "./document/packaged-data.ts";

const REPOSITORY = join(import.meta.dirname, "../../../../../..");

/** Some documents of the repository, and many more if the large set is next to it. */
const DOCUMENTS = [join(REPOSITORY, "test/fixtures/documents"), join(REPOSITORY, "../shared/data/documents")];
const ODD_DOCUMENTS = [...DOCUMENTS, join(REPOSITORY, "../shared/data/corpus")];

const MAX_PAGES = 20;

/**
 * Largest share of differing characters: pdf.js supports neither ActualText nor optional content here, nor text that
 * only a font program defines.
 */
const MAX_DIFFERENCE = 0.004;

const EXPECTED_OUTCOME = /^(?:read|PASSWORD_REQUIRED|DAMAGED_DOCUMENT|RESOURCE_LIMIT):/;

const pdfsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf"))
    .map((name) => join(folder, name));

test(
  "the native engine reads the same characters as pdf.js's public interface",
  { timeout: 300_000 },
  async () => {
    let total = 0;
    let different = 0;
    for (const path of DOCUMENTS.filter(existsSync).flatMap(pdfsIn)) {
      const [ours, theirs] = [await nativeCharacters(path), await pdfjsCharacters(path)];
      const all = new Set([...ours.keys(), ...theirs.keys()]);
      for (const character of all) {
        total += theirs.get(character) ?? 0;
        different += Math.abs((ours.get(character) ?? 0) - (theirs.get(character) ?? 0));
      }
    }
    expect(total).toBeGreaterThan(100);
    expect(different / total).toBeLessThan(MAX_DIFFERENCE);
  },
);

test("odd documents are read or refused, never more", { timeout: 300_000 }, async () => {
  const outcomes: string[] = [];
  for (const path of ODD_DOCUMENTS.filter(existsSync).flatMap(pdfsIn)) {
    outcomes.push(`${await outcomeOf(path)}: ${path}`);
  }
  expect(outcomes.length).toBeGreaterThan(2);
  expect(outcomes.filter((outcome) => !EXPECTED_OUTCOME.test(outcome))).toEqual([]);
});

async function outcomeOf(path: string): Promise<string> {
  try {
    await using document = await openDocument(readFileSync(path), { password: "" });
    for (let number = 1; number <= Math.min(document.pageCount, MAX_PAGES); number++) {
      await document.readPage(number);
    }
    return "read";
  } catch (error) {
    return error instanceof ExtractionError ? error.code : String(error);
  }
}

async function nativeCharacters(path: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  await using document = await nativeEngine.open(readFileSync(path), { password: "" }).catch(() => undefined);
  for (let number = 1; document && number <= Math.min(document.pageCount, MAX_PAGES); number++) {
    count(textOnPage(await document.readPage(number)), counts);
  }
  return counts;
}

function textOnPage({ glyphs }: PageContent): string {
  const onPage = (index: number): boolean => ((glyphs.flags[index] ?? 0) & GLYPH.OFF_PAGE) === 0;
  return glyphs.text.filter((_, index) => index < glyphs.count && onPage(index)).join("");
}

async function pdfjsCharacters(path: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const loading = getDocument({
    data: new Uint8Array(readFileSync(path)),
    ...PACKAGED_DATA,
    cMapPacked: true,
    verbosity: 0,
  });
  const document = await loading.promise.catch(() => undefined);
  for (let number = 1; document && number <= Math.min(document.numPages, MAX_PAGES); number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    count(items.map((item) => ("str" in item ? item.str : "")).join(""), counts);
  }
  await loading.destroy();
  return counts;
}

/** Counts visible characters: pdf.js inserts blanks, and format characters are dropped. */
function count(text: string, counts: Map<string, number>): void {
  for (const character of text.normalize("NFKC").replaceAll(/[\s\p{Cc}\p{Cf}]/gu, "")) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
}
