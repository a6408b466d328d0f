import type { ReadingGlyphs } from "../../layout/glyphs/reading-glyphs.ts";
import type { Segment } from "../../layout/rows/segment.ts";

/** The offset of each glyph in the text of its segment; undefined if the text is not written in drawn order. */
export function glyphOffsets(
  { text, glyphs: members = new Int32Array(0) }: Segment,
  glyphs: ReadingGlyphs,
): Int32Array | undefined {
  const offsets = new Int32Array(members.length);
  let at = 0;
  for (let k = 0; k < members.length; k++) {
    const own = glyphs.text(members[k] ?? 0);
    while (text.startsWith(" ", at)) at++;
    if (!text.startsWith(own, at)) return undefined;
    offsets[k] = at;
    at += own.length;
  }
  return offsets;
}
