import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createExtractor, toMarkdown } from "@galley/core";
import { print } from "./measures/print-table.ts";

/**
 * What blocks and Markdown cost: pages per second of processor time with `blocks` and `toMarkdown`, as a share of those
 * with layout text alone. Both take turns on the same documents in one process, so other load affects both. Folders and
 * files are given as arguments.
 */

const ROUNDS = 7;
const WARM_UP_ROUNDS = 8;

const DEFAULT_FOLDERS = ["documents/multicolumn", "documents/tables", "structure/tables"].map((folder) =>
  resolve("../shared/data", folder),
);

interface Measured {
  readonly milliseconds: number;
  readonly pages: number;
}

const { positionals } = parseArgs({ allowPositionals: true });
await using extractor = createExtractor({ threads: 1 });
const documents = await readable(pathsIn(positionals.length > 0 ? positionals : DEFAULT_FOLDERS));
const text: Measured[] = [];
const blocks: Measured[] = [];
for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
  const [plain, structured] = [await measured("text"), await measured("blocks")];
  if (round < WARM_UP_ROUNDS) continue;
  text.push(plain);
  blocks.push(structured);
}
const pages = text[0]?.pages ?? 0;
const [textMs, blocksMs] = [median(text), median(blocks)];
print(`${pages} pages of ${documents.length} documents; median of ${ROUNDS} rounds, processor time`);
print(
  `layout text ${(textMs / pages).toFixed(2)} ms a page, with blocks and Markdown ${(blocksMs / pages).toFixed(2)}`,
);
print(`pages per second with blocks and Markdown: ${(textMs / blocksMs).toFixed(2)} of those without`);

function pathsIn(places: readonly string[]): readonly string[] {
  return places
    .flatMap((place) =>
      place.endsWith(".pdf")
        ? [place]
        : globSync("**/*.pdf", { cwd: place }).map((name) => join(place, name)),
    )
    .toSorted();
}

/** The documents that can be read, without those that need a password. */
async function readable(paths: readonly string[]): Promise<readonly Uint8Array[]> {
  const found: Uint8Array[] = [];
  for (const path of paths) {
    const bytes = readFileSync(path);
    const isReadable = await extracted(bytes, "blocks").then(
      (count) => count > 0,
      () => false,
    );
    if (isReadable) found.push(bytes);
  }
  return found;
}

async function measured(wanted: "text" | "blocks"): Promise<Measured> {
  const start = process.cpuUsage();
  let count = 0;
  for (const bytes of documents) count += await extracted(bytes, wanted);
  const { user, system } = process.cpuUsage(start);
  return { milliseconds: (user + system) / 1000, pages: count };
}

async function extracted(bytes: Uint8Array, wanted: "text" | "blocks"): Promise<number> {
  const document = await extractor.extract(bytes, { mode: "native_text", blocks: wanted === "blocks" });
  if (document.blocks !== undefined) toMarkdown(document.blocks);
  return document.pages.length;
}

function median(values: readonly Measured[]): number {
  const sorted = values.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
