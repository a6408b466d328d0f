import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import type { Segment } from "../../layout/rows/segment.ts";
import type { LineEmphasis } from "../model/page-structure.ts";
import { glyphOffsets } from "./glyph-offsets.ts";
import { WORD, wordAt } from "./words-at.ts";

/** Flags of a font's style. */
export const IS_BOLD = 1;
export const IS_ITALIC = 2;
export const IS_MONOSPACED = 4;

/** The style flags of each font of a page. */
export type FontStyles = Uint8Array;

/** The bold and italic parts of a segment. */
export function emphasisOf(
  segment: Segment,
  glyphs: ReadingGlyphs,
  styles: FontStyles,
): readonly LineEmphasis[] {
  const offsets = glyphOffsets(segment, glyphs);
  if (offsets === undefined) return emphasisByWord(segment, glyphs, styles);
  const { glyphs: members = new Int32Array(0) } = segment;
  const found: LineEmphasis[] = [];
  let open = 0;
  let start = 0;
  let end = 0;
  const close = (): void => {
    if (open !== 0)
      found.push({ start, end, bold: (open & IS_BOLD) !== 0, italic: (open & IS_ITALIC) !== 0 });
  };
  for (let k = 0; k < members.length; k++) {
    const i = members[k] ?? 0;
    const flags = (styles[glyphs.font(i)] ?? 0) & (IS_BOLD | IS_ITALIC);
    if (flags === 0) continue;
    const at = offsets[k] ?? 0;
    if (flags !== open || at - end > 1) {
      close();
      open = flags;
      start = at;
    }
    end = at + glyphs.text(i).length;
  }
  close();
  return found;
}

/** The bold and italic words of a right-to-left text; a word has the style of most of its glyphs. */
function emphasisByWord(
  { words, glyphs: members = new Int32Array(0) }: Segment,
  glyphs: ReadingGlyphs,
  styles: FontStyles,
): readonly LineEmphasis[] {
  const ofWord = Map.groupBy(members, (i) => wordAt(words, (glyphs.left(i) + glyphs.right(i)) / 2));
  const found: LineEmphasis[] = [];
  for (const [word, own] of [...ofWord].toSorted(([a], [b]) => a - b)) {
    const flags = own.map((i) => styles[glyphs.font(i)] ?? 0);
    const isMostly = (flag: number): boolean =>
      2 * flags.filter((style) => (style & flag) !== 0).length > flags.length;
    const style = { bold: isMostly(IS_BOLD), italic: isMostly(IS_ITALIC) };
    const [start = 0, end = 0] = words.slice(word * WORD, word * WORD + 2);
    if (style.bold || style.italic) addEmphasis(found, { start, end, ...style });
  }
  return found;
}

/** Adds emphasis; what goes on after a space is one. */
export function addEmphasis(found: LineEmphasis[], own: LineEmphasis): void {
  const last = found.at(-1);
  if (last?.bold === own.bold && last.italic === own.italic && own.start - last.end <= 1)
    found[found.length - 1] = { ...last, end: own.end };
  else found.push(own);
}
