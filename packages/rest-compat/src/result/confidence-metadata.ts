import { linesOfPage, type LineMetadata, type PageOutcome } from "@galley/core/domain";
import { z } from "zod";

/** The documented format has the confidence as a string. */
const doubtfulWord = z.object({ text: z.string(), confidence: z.string() });
type DoubtfulWord = z.output<typeof doubtfulWord>;

/** For each line of the text, the words that may be misread; empty if there are none. */
export const confidenceMetadata = z.array(z.array(doubtfulWord));

/** Words with at least this confidence are left out. */
const CERTAIN = 0.9;

/**
 * The lines of the text with metadata are the lines of the pages that are not blank, in the same order. Separators
 * and blank lines around the pages have neither metadata nor words.
 */
export function confidenceMetadataOf(
  lines: readonly (LineMetadata | null)[],
  pages: readonly PageOutcome[],
): DoubtfulWord[][] {
  const linesOfPages = new Map(pages.map((page) => [page.number, doubtfulWordsOfLines(page).values()]));
  return lines.map((line) => {
    if (!line) return [];
    return linesOfPages.get(line.page + 1)?.next().value ?? [];
  });
}

/** One entry for each line of the page that is not blank. */
function doubtfulWordsOfLines(page: PageOutcome): DoubtfulWord[][] {
  if (!page.ok) return [];
  return linesOfPage(page)
    .filter(({ box }) => box !== null)
    .map(({ words }) =>
      words
        .filter(({ confidence }) => confidence < CERTAIN)
        .map(({ text, confidence }) => ({ text, confidence: confidence.toFixed(3) })),
    );
}
