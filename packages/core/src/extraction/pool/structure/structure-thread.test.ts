import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { chunkOptionsSchema } from "../../structure/chunks/chunk-options.ts";
import { documentBlocks } from "../../structure/document/document-blocks.ts";
import type { StructuredPage } from "../../structure/document/document-page.ts";
import type { PageStructure, PageTextBlock } from "../../structure/model/page-structure.ts";
import {
  answerTo,
  type StructureQuestion,
  type StructureSource,
} from "../../structure/structure-question.ts";
import { StructureThread } from "./structure-thread.ts";

const chunks = chunkOptionsSchema.parse({ size: 16 });
const MARKDOWN: StructureQuestion = { kind: "text", format: "markdown", chunks };

const QUESTIONS: readonly StructureQuestion[] = [
  MARKDOWN,
  { kind: "text", format: "blocks", chunks },
  { kind: "text", format: "chunk_lines", chunks },
  { kind: "blocks", range: { offset: 1, limit: 1 } },
  { kind: "blocks", range: { offset: 0, limit: 10 }, page: 2 },
  { kind: "tables" },
  { kind: "chunks", range: { offset: 0, limit: 2 }, chunks },
];

function aPage(number: number, words: string): StructuredPage {
  const block: PageTextBlock = {
    kind: "text",
    lines: [{ text: words, x0: 10, y0: 10, x1: 90, y1: 20 }],
    style: { size: 10, bold: false, italic: false, monospaced: false },
    column: { x0: 10, x1: 90 },
  };
  const structure: PageStructure = { version: 1, blocks: [block], note: "" };
  const facts = { number, ok: true, width: 100, height: 100 } as const;
  return { ...facts, lines: new Float32Array(), structure: JSON.stringify(structure) };
}

const PAGES = [aPage(1, "The first paragraph ends here."), aPage(2, "The second one as well.")];

/** Counts how often its pages are read. */
function sourceOf(
  key: string,
  pages: readonly StructuredPage[] = PAGES,
): StructureSource & { reads: number } {
  const source = {
    key,
    reads: 0,
    async *pages() {
      source.reads++;
      for (const page of pages) yield [page];
    },
  };
  return source;
}

test("questions about one document join its pages once, and are answered as on this thread", async () => {
  await using thread = new StructureThread();
  const source = sourceOf("a");
  const answers = await Promise.all(QUESTIONS.map((question) => thread.answer(source, question)));
  expect(answers).toEqual(QUESTIONS.map((question) => answerTo(documentBlocks(PAGES), question)));
  expect(source.reads).toBe(1);
  await thread.answer(sourceOf("b"), MARKDOWN);
  await thread.answer(source, MARKDOWN);
  expect(source.reads).toBe(1);
});

test("pages that cannot be read fail their question only", async () => {
  await using thread = new StructureThread();
  const broken: StructureSource = {
    key: "a",
    async *pages() {
      yield PAGES.slice(0, 1);
      throw new Error("The connection was lost.");
    },
  };
  const failed = thread.answer(broken, MARKDOWN);
  const next = thread.answer(sourceOf("a"), MARKDOWN);
  await expect(failed).rejects.toThrow("The connection was lost.");
  expect(await next).toEqual(answerTo(documentBlocks(PAGES), MARKDOWN));
});

test("a document that needs too much memory fails with its limit, and the next one is read", async () => {
  await using thread = new StructureThread({ timeoutMs: 120_000, maxHeapMb: 24 });
  const pages = Array.from({ length: 400 }, (_, index) => aPage(index + 1, "word ".repeat(50_000)));
  const large = await thread.answer(sourceOf("large", pages), MARKDOWN);
  expect(large).toEqual({ kind: "failed", reason: "limit" });
  expect(await thread.answer(sourceOf("a"), MARKDOWN)).toMatchObject({ kind: "text" });
});

test("a question that takes too long fails with its limit", async () => {
  await using thread = new StructureThread({ timeoutMs: 0, maxHeapMb: 256 });
  expect(await thread.answer(sourceOf("a"), MARKDOWN)).toEqual({ kind: "failed", reason: "limit" });
});

/** The CPU time of this thread, in microseconds. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

test("joining a long document takes this thread a fraction of the time, in small steps", async () => {
  const structure = JSON.stringify({ version: 1, blocks: Array.from({ length: 40 }, aBlock), note: "" });
  const facts = { ok: true, width: 600, height: 800, structure } as const;
  const pages = Array.from({ length: 300 }, (_, index): StructuredPage => ({
    ...facts,
    number: index + 1,
    lines: new Float32Array(),
  }));
  const before = cpuTime();
  answerTo(documentBlocks(pages), MARKDOWN);
  const here = cpuTime() - before;

  await using thread = new StructureThread();
  await thread.answer(sourceOf("a"), MARKDOWN);
  let isAnswered = false;
  let longest = 0;
  const answered = thread.answer(sourceOf("b", pages), MARKDOWN).then(() => (isAnswered = true));
  while (!isAnswered) {
    const started = cpuTime();
    await nextTurn();
    longest = Math.max(longest, cpuTime() - started);
  }
  await answered;
  expect(longest).toBeLessThan(here / 4);
});

function aBlock(_: unknown, index: number): PageTextBlock {
  const y0 = 10 + 18 * index;
  return {
    kind: "text",
    lines: [{ text: `Line ${index} of a page with some words on it`, x0: 10, y0, x1: 300, y1: y0 + 10 }],
    style: { size: 10, bold: false, italic: false, monospaced: false },
    column: { x0: 10, x1: 590 },
  };
}
