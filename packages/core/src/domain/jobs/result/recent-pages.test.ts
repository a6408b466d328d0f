import { expect, test, vi } from "vitest";
import { compressedOutcome } from "../../../extraction/result/storable-outcome.ts";
import type { PageRead } from "../../../extraction/result/extracted-document.ts";
import { aPageFailed, aPageRead } from "../../testing/records.ts";
import { createRecentPages, type RecentPages } from "./recent-pages.ts";

function keep(
  pages: RecentPages,
  jobId: string,
  ...outcomes: Parameters<typeof compressedOutcome>[0][]
): void {
  const collected = pages.collect();
  collected.add(outcomes.map(compressedOutcome));
  expect(collected.count).toBe(outcomes.length);
  collected.keepFor(jobId);
}

function large(number: number): PageRead {
  return { ...aPageRead(number), text: "x".repeat(5 * 1024 * 1024) };
}

test("pages are returned by number, once", () => {
  const pages = createRecentPages();
  const [first, second] = [{ ...aPageRead(1), textSource: "ocr" } as const, aPageFailed(2)];
  keep(pages, "a", second, first);
  expect(pages.take("a")).toEqual([first, second]);
  expect(pages.take("a")).toBeUndefined();
});

test("pages with native text have no words", () => {
  const pages = createRecentPages();
  keep(pages, "a", { ...aPageRead(1), textSource: "native" });
  expect(pages.take("a")).toMatchObject([{ ok: true, text: aPageRead(1).text, words: new Float64Array() }]);
});

test("pages do not hold the memory of the message in which they came", () => {
  const page = compressedOutcome({ ...aPageRead(1), textSource: "ocr" });
  if (!page.ok) throw new Error("The page was read.");
  const message = new Uint8Array(page.lines.length + page.words.length);
  message.set(page.lines);
  message.set(page.words, page.lines.length);
  const lines = message.subarray(0, page.lines.length);
  const pages = createRecentPages();
  const kept = pages.collect();
  kept.add([{ ...page, lines, words: message.subarray(page.lines.length) }]);
  structuredClone(message.buffer, { transfer: [message.buffer] });
  expect(lines).toHaveLength(0);
  kept.keepFor("a");
  const { lines: expected, words } = aPageRead(1);
  expect(pages.take("a")).toMatchObject([{ lines: expected, words }]);
});

test("the oldest pages make room for others; a document that is too large is not kept", () => {
  const pages = createRecentPages();
  keep(pages, "a", large(1));
  keep(pages, "b", large(1));
  keep(pages, "too large", large(1), large(2));
  expect(pages.take("too large")).toBeUndefined();
  expect(pages.take("a")).toBeUndefined();
  expect(pages.take("b")).toHaveLength(1);
});

test.each([
  ["text", { text: "a\0b" }],
  ["text", { text: "a\ud800b" }],
  ["message", { message: "a\0b" }],
])("pages whose %s the database changes are not kept", (_, facts) => {
  const pages = createRecentPages();
  keep(pages, "a", { ...aPageRead(1), ...facts });
  expect(pages.take("a")).toBeUndefined();
});

test("pages that nobody asks for are forgotten", () => {
  vi.useFakeTimers();
  try {
    const pages = createRecentPages();
    keep(pages, "a", aPageRead(1));
    vi.runAllTimers();
    expect(pages.take("a")).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
