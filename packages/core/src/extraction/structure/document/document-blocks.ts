import { BLOCKS_VERSION, type DocumentBlocks } from "../model/block.ts";
import type { PageBlock, PageStructure } from "../model/page-structure.ts";
import { entriesAmong } from "../geometry/contents-lines.ts";
import { CONTRADICTED_TABLE } from "../tags/cell-order.ts";
import { BlockWriter } from "./block-writer.ts";
import { captionsOf } from "./captions.ts";
import { bodyTextOf } from "./body-text.ts";
import {
  type DocumentPage,
  isText,
  type Placed,
  placedOn,
  type PlacedText,
  type StructuredPage,
  type TextOnPage,
} from "./document-page.ts";
import { WordUse } from "../../layout/order/word-use.ts";
import { brokenLines } from "../tables/cell-text.ts";
import { headingLevels } from "./headings.ts";
import { type JoinedText, joinedText } from "./joined-text.ts";
import { runningTexts } from "./running-text.ts";

/**
 * The blocks of a document, from the structure of its pages: compares styles over all pages, finds what pages repeat, and
 * joins what goes on over columns and pages. Pure. Pages that failed, or were read without `blocks`, are left out.
 */
export function documentBlocks(outcomes: readonly StructuredPage[]): DocumentBlocks {
  const pages = outcomes.flatMap((outcome) => pageOf(outcome));
  const byPage = pages.map((page) => page.blocks.map((block): Placed => placedOn(page, block)));
  const placed = byPage.flat();
  const running = runningTexts(byPage, bodyTextOf(placed));
  const content = placed.filter(({ block }) => !running.has(block));
  const use = new WordUse(() => linesOf(content));
  const texts = content.filter(isText).map((one) => withJoinedLines(one, use));
  const body = bodyTextOf(content);
  const entries = new Set([...entriesAmong(content, (one) => lastLineOf(one))].map(({ block }) => block));
  const joined = new Map<PageBlock, JoinedText>();
  for (const text of texts) joined.set(text.block, text);
  const writer = new BlockWriter({
    running,
    body,
    levels: headingLevels(texts, content, { body, entries }),
    entries,
    captions: captionsOf(placed, running),
    texts: joined,
    use,
  });
  for (const one of placed) writer.write(one);
  return {
    version: BLOCKS_VERSION,
    pages: pages.map(({ number, width, height }) => ({ number, width, height })),
    blocks: writer.finish(),
    notes: notesOf(pages, writer.contradicted),
  };
}

function lastLineOf(placed: Placed): string {
  return isText(placed) ? (placed.block.lines.at(-1)?.text ?? "") : "";
}

/** The lines of texts and tables. */
function* linesOf(placed: readonly Placed[]): Generator<string> {
  for (const { block } of placed) {
    if (block.kind === "text") for (const { text } of block.lines) yield text;
    else if (block.kind === "table") for (const { text } of block.cells) yield* brokenLines(text);
  }
}

// Written out, here and where blocks are made: copying the properties of other objects is slower.
function withJoinedLines({ page, block, box }: PlacedText, use: WordUse): TextOnPage {
  const { text, links, emphasis } = joinedText(block.lines, use);
  return { page, block, box, text, links, emphasis };
}

/** The notes of the pages, each once with its pages. */
function notesOf(pages: readonly DocumentPage[], contradicted: ReadonlySet<DocumentPage>): readonly string[] {
  const noted = Map.groupBy(
    pages
      .map((page) => (contradicted.has(page) ? { ...page, note: CONTRADICTED_TABLE } : page))
      .filter(({ note }) => note !== ""),
    ({ note }) => note,
  );
  return [...noted].map(([note, own]) => {
    if (own.length === pages.length) return note;
    const numbers = own.slice(0, MOST_NUMBERS).map(({ number }) => number);
    const more = own.length > MOST_NUMBERS ? ", …" : "";
    return `${note} Pages: ${numbers.join(", ")}${more}.`;
  });
}

/** Page numbers that a note lists. */
const MOST_NUMBERS = 20;

function pageOf(outcome: StructuredPage): readonly DocumentPage[] {
  if (!outcome.ok || outcome.structure === undefined) return [];
  const { number, width, height, lines } = outcome;
  const { blocks, note }: PageStructure = JSON.parse(outcome.structure);
  return [{ number, width, height, lines, blocks, note }];
}
