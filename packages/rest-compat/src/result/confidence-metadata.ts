import { linesOfPage, type PageOutcome, type RetrievedText } from "@galley/core/domain";
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
export function* confidenceMetadataOf(
  content: RetrievedText["content"],
  pages: readonly PageOutcome[],
): Generator<DoubtfulWord[], void, undefined> {
  if (pages.every((page) => !page.ok || page.words.length === 0)) {
    // Metadata of lines costs more than the rest of a text that is certain.
    for (let left = content.lineCount(); left > 0; left--) yield [];
    return;
  }
  const byNumber = new Map(pages.map((page) => [page.number, page]));
  let number: number | undefined;
  let ofPage: Iterator<DoubtfulWord[]> | undefined;
  for (const line of content.lineByLine()) {
    if (line && line.page + 1 !== number) {
      number = line.page + 1;
      const page = byNumber.get(number);
      ofPage = page && doubtfulWordsOfLines(page).values();
    }
    const next = line && ofPage?.next();
    yield next && !next.done ? next.value : [];
  }
}

/** One entry for each line of the page that is not blank. */
function doubtfulWordsOfLines(page: PageOutcome): DoubtfulWord[][] {
  if (!page.ok || page.words.length === 0) return [];
  return linesOfPage(page)
    .filter(({ box }) => box !== null)
    .map(({ words }) =>
      words
        .filter(({ confidence }) => confidence < CERTAIN)
        .map(({ text, confidence }) => ({ text, confidence: confidence.toFixed(3) })),
    );
}
