import { type PageText, WORD_COLUMNS } from "../page/page-text.ts";

/** From this number of blanks on, a gap parts columns; fewer only part words. */
const COLUMN_GAP = 2;

/**
 * The text of a page with other texts for some of its words. The gaps between columns shrink or grow with the words
 * before them if there is room, so that columns still line up.
 *
 * @param wanted texts by the index of their words.
 */
export function correctedLayout(
  { text, words }: Pick<PageText, "text" | "words">,
  wanted: ReadonlyMap<number, string>,
): Pick<PageText, "text" | "words"> {
  const placed = words.slice();
  let written = "";
  let at = 0;
  /** How many characters longer the line is than it was. */
  let surplus = 0;
  for (let index = 0; index * WORD_COLUMNS.length < words.length; index++) {
    const row = index * WORD_COLUMNS.length;
    // Words may overlap.
    const start = Math.max(words[row] ?? 0, at);
    const end = Math.max(words[row + 1] ?? 0, start);
    const gap = text.slice(at, start);
    if (gap.includes("\n")) surplus = 0;
    const fitted = fittedGap(gap, surplus);
    surplus -= gap.length - fitted.length;
    written += fitted;
    const shown = wanted.get(index) ?? text.slice(start, end);
    surplus += shown.length - (end - start);
    placed[row] = written.length;
    written += shown;
    placed[row + 1] = written.length;
    at = end;
  }
  return { text: written + text.slice(at), words: placed };
}

function fittedGap(gap: string, surplus: number): string {
  if (gap.length < COLUMN_GAP || gap.trim() !== "" || gap.includes("\n")) return gap;
  return " ".repeat(Math.max(COLUMN_GAP, gap.length - surplus));
}
