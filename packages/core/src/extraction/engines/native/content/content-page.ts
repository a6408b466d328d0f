import type { DocumentFonts } from "../fonts/document-fonts.ts";
import type { FontTable } from "../fonts/font-table.ts";
import type { BaseStream, Dict, PartialEvaluator, XRef } from "../generated/pdfjs-core.mjs";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import type { MarkedGlyphs } from "../glyphs/marked-glyphs.ts";
import type { OptionalContent } from "../document/optional-content.ts";
import type { ShapeCollector } from "../shapes/shape-collector.ts";
import type { TextPainter } from "./text-painter.ts";

/** What the pages of one document share. */
export interface ReadingContext {
  readonly xref: XRef;
  readonly fonts: DocumentFonts;
  readonly optionalContent: OptionalContent;
}

/** The page as the operators of its content streams and forms see it. */
export interface ContentPage {
  readonly context: ReadingContext;
  readonly evaluator: PartialEvaluator;
  readonly glyphs: GlyphWriter;
  readonly shapes: ShapeCollector;
  readonly text: TextPainter;
  /** Where the identifiers of the content that is being read are noted: those of forms are not. */
  readonly markedGlyphs: MarkedGlyphs | undefined;
  /** Fonts by their name in the resources, as they are met. */
  fontsIn(resources: Dict): Map<string, FontTable | null>;
  /** The stream that a raw value is or refers to; undefined for anything else. */
  objectAt(raw: unknown): BaseStream | undefined;
  /** Draws the image or form that an XObject is; one of another kind draws nothing. */
  drawObject(object: BaseStream, resources: Dict, state: GraphicsState): Promise<void> | undefined;
}
