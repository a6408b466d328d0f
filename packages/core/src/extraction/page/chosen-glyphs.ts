import type { ExtractOptions } from "../options/extract-options.ts";
import { GLYPH, type Glyphs, type PageContent } from "./page-content.ts";

/** Removes the glyphs that the options exclude. */
export function withChosenText(
  content: PageContent,
  { hiddenText, annotationText }: Pick<ExtractOptions, "hiddenText" | "annotationText">,
): PageContent {
  const dropped =
    (hiddenText === "drop" ? GLYPH.CLIPPED | GLYPH.ON_WHITE : 0) |
    (annotationText === "drop" ? GLYPH.ANNOTATION : 0);
  return dropped === 0 ? content : { ...content, glyphs: withoutFlagged(content.glyphs, dropped) };
}

function withoutFlagged(glyphs: Glyphs, dropped: number): Glyphs {
  const kept = (_: unknown, i: number): boolean =>
    i < glyphs.count && ((glyphs.flags[i] ?? 0) & dropped) === 0;
  const text = glyphs.text.filter(kept);
  return {
    count: text.length,
    text,
    x: glyphs.x.filter(kept),
    y: glyphs.y.filter(kept),
    advance: glyphs.advance.filter(kept),
    angle: glyphs.angle.filter(kept),
    size: glyphs.size.filter(kept),
    font: glyphs.font.filter(kept),
    flags: glyphs.flags.filter(kept),
    ...(glyphs.confidence && { confidence: glyphs.confidence.filter(kept) }),
    ...(glyphs.block && { block: glyphs.block.filter(kept) }),
    ...(glyphs.marked && { marked: glyphs.marked.filter(kept) }),
  };
}
