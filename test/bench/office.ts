/**
 * Converts and reads every file of the given folders and compares the words with those of the file's own XML: `node
 * test/bench/office.ts <folder> …`.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createExtractor, ExtractionError } from "@galley/core";
import { missingWords, sourceWords, wordsOf } from "./office/source-words.ts";

const SHOWN = 12;

interface Total {
  files: number;
  refused: number;
  words: number;
  missing: number;
  seconds: number;
}

const totals = new Map<string, Total>();
await using extractor = createExtractor({ threads: 1 });
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).toSorted()) await measure(join(folder, name));
}
for (const [format, { files, refused, words, missing, seconds }] of [...totals].toSorted(([a], [b]) =>
  a.localeCompare(b),
)) {
  const kept = words === 0 ? "-" : (1 - missing / words).toFixed(4);
  console.log(
    `${format.padEnd(5)} ${files} files, ${refused} refused, words kept ${kept} of ${words}, ${seconds.toFixed(1)} s CPU`,
  );
}

async function measure(path: string): Promise<void> {
  const format = path.split(".").at(-1)?.toLowerCase() ?? "";
  const total = totals.get(format) ?? { files: 0, refused: 0, words: 0, missing: 0, seconds: 0 };
  totals.set(format, total);
  total.files++;
  const before = process.cpuUsage();
  try {
    const { text } = await extractor.extract(path, { mode: "native_text", outputMode: "text" });
    const wanted = sourceWords(path) ?? [];
    const missing = missingWords(wanted, wordsOf(text));
    total.words += wanted.length;
    total.missing += missing.length;
    if (missing.length > 0)
      console.log(
        `${path}: lacks ${missing.length} of ${wanted.length}: ${missing.slice(0, SHOWN).join(" ")}`,
      );
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    total.refused++;
    console.log(`${path}: ${error.code} ${error.message}`);
  }
  const { user, system } = process.cpuUsage(before);
  total.seconds += (user + system) / 1e6;
}
