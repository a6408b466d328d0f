/**
 * Words whose place in the text, in reading order, differs from that in the blocks, by document, the worst first. Only
 * words that a page has once are compared, and those of a table's row in any order.
 *
 * node test/corpus/compare-orders.ts [--pages 8] [folder or file …]
 */
import { globSync, statSync } from "node:fs";
import { parseArgs } from "node:util";
import { createExtractor, type Extractor } from "@galley/core";
import { print, printTable } from "../bench/measures/print-table.ts";
import { ordersOf, wordsInBlocks, wordsOutOfOrder } from "../support/texts/word-order.ts";

/** Number of words shown per page. */
const SHOWN = 8;

interface PageOrder {
  readonly name: string;
  readonly words: number;
  /** By rendition. */
  readonly moved: Readonly<Record<string, readonly string[]>>;
}

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pages: { type: "string", default: "8" } },
  });
  const most = Number(values.pages);
  if (!Number.isInteger(most) || most < 1) throw new Error("--pages: expected an integer of at least 1.");
  const paths = (positionals.length > 0 ? positionals : ["../shared/data"]).flatMap((path) =>
    statSync(path).isFile() ? [path] : globSync(`${path}/**/*.pdf`).toSorted(),
  );
  await using extractor = createExtractor({ threads: 2 });
  const orders: PageOrder[] = [];
  for (const path of paths) orders.push(...(await ordersIn(path, most, extractor).catch(() => [])));
  report(orders);
}

async function ordersIn(path: string, most: number, extractor: Extractor): Promise<readonly PageOrder[]> {
  const options = { mode: "native_text", outputMode: "text", blocks: true } as const;
  const { pages } = await extractor.extract(path, { ...options, pages: `1-${most}` });
  const orders: PageOrder[] = [];
  for (const { number } of pages) {
    // A page by itself: a paragraph that goes on is on two pages.
    const { blocks, text } = await extractor.extract(path, { ...options, pages: `${number}` });
    const words = wordsInBlocks(blocks);
    const moved = { text: wordsOutOfOrder(words, text), ...ordersOf(blocks) };
    orders.push({ name: `${path} ${number}`, words: words.flat().length, moved });
  }
  return orders;
}

function report(orders: readonly PageOrder[]): void {
  const differing = orders
    .map((order) => ({ ...order, all: Object.values(order.moved).flat() }))
    .filter(({ all }) => all.length > 0)
    .toSorted((a, b) => b.all.length - a.all.length);
  printTable([
    ["page", "words", "elsewhere", "in", "such as"],
    ...differing.map(({ name, words, moved, all }) => [
      name,
      String(words),
      String(all.length),
      Object.keys(moved)
        .filter((rendition) => (moved[rendition] ?? []).length > 0)
        .join(" "),
      all.slice(0, SHOWN).join(" "),
    ]),
  ]);
  const words = orders.reduce((sum, order) => sum + order.words, 0);
  const elsewhere = differing.reduce((sum, { all }) => sum + all.length, 0);
  print(`${orders.length} pages, ${words} words: ${elsewhere} words elsewhere on ${differing.length} pages`);
}
