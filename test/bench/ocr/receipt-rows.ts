import { type PictureReader, readPictures, type ReadWord } from "./readers.ts";
import { inCapitals, type Receipt, wordsOf } from "./receipts.ts";
import { addScores, NO_SCORE, scoreWords, sharedCount } from "./score.ts";

export const RECEIPT_COLUMNS = [
  "",
  "words found",
  "precision",
  "amounts right",
  "edits per 100 characters",
  "CPU s/page",
] as const;

/** An amount with two decimals, such as 1,234.50. */
const AMOUNT = /\d[\d,]*\.\d\d(?!\d)/gu;

/** How well a reader reads receipts, as a row of the table. */
export async function receiptRow(
  reader: PictureReader,
  pictures: readonly Receipt[],
  atOnce: number,
): Promise<readonly string[]> {
  const { words, cpuMs } = await readPictures(reader, pictures, atOnce);
  const sum = { truth: 0, read: 0, shared: 0, amounts: 0, amountsRight: 0 };
  let score = NO_SCORE;
  for (const [index, receipt] of pictures.entries()) {
    const read = words[index] ?? [];
    score = addScores(score, scoreWords(receipt.lines, read.map(inCapitalLetters)));
    const [truth, found] = [receipt.words, read.flatMap(({ text }) => wordsOf(text))];
    const [amounts, amountsFound] = [amountsIn(truth), amountsIn(found)];
    sum.truth += truth.length;
    sum.read += found.length;
    sum.shared += sharedCount(truth, found);
    sum.amounts += amounts.length;
    sum.amountsRight += sharedCount(amounts, amountsFound);
  }
  const rate = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(3);
  return [
    reader.name,
    rate(sum.shared, sum.truth),
    rate(sum.shared, sum.read),
    rate(sum.amountsRight, sum.amounts),
    rate(100 * score.edits, score.characters),
    rate(cpuMs / 1000, pictures.length),
  ];
}

function inCapitalLetters({ text, ...word }: ReadWord): ReadWord {
  return { ...word, text: inCapitals(text) };
}

function amountsIn(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => word.match(AMOUNT) ?? []);
}
