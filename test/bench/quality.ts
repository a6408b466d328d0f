import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { print, printTable } from "./measures/print-table.ts";
import { galleyReader } from "./quality/galley-reader.ts";
import { findLiteparse, liteparseReader } from "./quality/liteparse-reader.ts";
import { popplerReader } from "./quality/poppler-reader.ts";
import type { Reader } from "./quality/reader.ts";
import { characters } from "./quality/sections/characters.ts";
import { highlights } from "./quality/sections/highlights.ts";
import { partedCells } from "./quality/sections/parted-cells.ts";
import { readingOrder } from "./quality/sections/reading-order.ts";
import { asClientsTest } from "./quality/sections/as-clients-test.ts";
import { references } from "./quality/sections/references.ts";
import type { Bench } from "./quality/sections/section.ts";
import { structure } from "./quality/sections/structure.ts";
import { tables } from "./quality/sections/tables.ts";
import { words } from "./quality/sections/words.ts";

/**
 * Quality of the text, compared with other readers if they are installed: `pdftotext` on the path, and
 * liteparse in the folder given with --liteparse or installed globally. Sections that need documents read
 * them from --data.
 */

const DEFAULT_DATA = resolve("../shared/data");

const SECTIONS = [
  references,
  asClientsTest,
  tables,
  partedCells,
  readingOrder,
  characters,
  words,
  highlights,
  structure,
];

const scratch = mkdtempSync(join(tmpdir(), "galley-quality-"));
try {
  await main();
} finally {
  rmSync(scratch, { recursive: true });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string" }, liteparse: { type: "string" }, section: { type: "string" } },
  });
  const folder = values.data ?? DEFAULT_DATA;
  const data = existsSync(folder) ? folder : undefined;
  await using stack = new AsyncDisposableStack();
  const readers = readersThatAreHere(values.liteparse).map((reader) => stack.use(reader));
  if (data === undefined) print("There is no folder of test data: made pages only (--data FOLDER).\n");
  await printSections({ readers, data, scratch }, values.section);
}

function readersThatAreHere(liteparseFolder: string | undefined): readonly Reader[] {
  const liteparse = findLiteparse(liteparseFolder);
  const hasPoppler = spawnSync("pdftotext", ["-v"]).status === 0;
  if (!hasPoppler) print("pdftotext is not installed (Debian: poppler-utils).");
  if (liteparse === undefined) print("@llamaindex/liteparse is not installed (--liteparse FOLDER).");
  return [
    galleyReader("Galley", { mode: "native_text" }),
    ...(hasPoppler ? [popplerReader()] : []),
    ...(liteparse === undefined ? [] : [liteparseReader(liteparse)]),
  ];
}

/** All sections, or those whose title contains `wanted`. */
async function printSections(bench: Bench, wanted = ""): Promise<void> {
  for (const { title, measure } of SECTIONS.filter((section) => section.title.includes(wanted))) {
    print(`## ${title}\n`);
    const figures = await measure(bench);
    if (typeof figures === "string") print(`${figures}\n`);
    else printTable(figures);
  }
}
