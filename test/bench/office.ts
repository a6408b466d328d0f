/**
 * Converts and reads every file of the given folders and compares the words, and the rows of tables, with those of the file's own XML: `node
 * test/bench/office.ts <folder> …`.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createExtractor, ExtractionError } from "@galley/core";
import { brokenRows, sourceRows } from "./office/source-rows.ts";
import { missingWords, sourceWords, wordsOf } from "./office/source-words.ts";

const SHOWN = 12;

interface Total {
  files: number;
  refused: number;
  words: number;
  missing: number;
  rows: number;
  broken: number;
  seconds: number;
}

const totals = new Map<string, Total>();
await using extractor = createExtractor({ threads: 1 });
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).toSorted()) await measure(join(folder, name));
}
for (const [format, total] of [...totals].toSorted(([a], [b]) => a.localeCompare(b))) {
  const { files, refused, words, missing, rows, broken, seconds } = total;
  console.log(
    `${format.padEnd(5)} ${files} files, ${refused} refused, words kept ${share(missing, words)} of ${words}, ` +
      `rows intact ${share(broken, rows)} of ${rows}, ${seconds.toFixed(1)} s CPU`,
  );
}

function share(lost: number, all: number): string {
  return all === 0 ? "-" : (1 - lost / all).toFixed(4);
}

async function measure(path: string): Promise<void> {
  const format = path.split(".").at(-1)?.toLowerCase() ?? "";
  const total = totals.get(format) ?? {
    files: 0,
    refused: 0,
    words: 0,
    missing: 0,
    rows: 0,
    broken: 0,
    seconds: 0,
  };
  totals.set(format, total);
  total.files++;
  const before = process.cpuUsage();
  try {
    const { text } = await extractor.extract(path, { mode: "native_text" });
    const wanted = sourceWords(path) ?? [];
    const missing = missingWords(wanted, wordsOf(text));
    total.words += wanted.length;
    total.missing += missing.length;
    if (missing.length > 0)
      console.log(
        `${path}: lacks ${missing.length} of ${wanted.length}: ${missing.slice(0, SHOWN).join(" ")}`,
      );
    const rows = sourceRows(path) ?? [];
    const broken = brokenRows(rows, text);
    total.rows += rows.length;
    total.broken += broken.length;
    if (broken.length > 0)
      console.log(
        `${path}: broke ${broken.length} of ${rows.length} rows: ${broken
          .slice(0, SHOWN)
          .map((row) => row.join(" "))
          .join(" | ")}`,
      );
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    total.refused++;
    console.log(`${path}: ${error.code} ${error.message}`);
  }
  const { user, system } = process.cpuUsage(before);
  total.seconds += (user + system) / 1e6;
}
