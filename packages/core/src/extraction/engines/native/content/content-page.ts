import type { DocumentFonts } from "../fonts/document-fonts.ts";
import type { FontTable } from "../fonts/font-table.ts";
import type { BaseStream, Dict, PartialEvaluator, XRef } from "../generated/pdfjs-core.mjs";
import type { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import type { MarkedGlyphs } from "../glyphs/marked-glyphs.ts";
import type { OptionalContent } from "../document/optional-content.ts";
import type { CoveringBoxes } from "../shapes/covering-boxes.ts";
import type { ShapeCollector } from "../shapes/shape-collector.ts";
import type { TextPainter } from "./text-painter.ts";

/** State that the pages of one document share. */
export interface ReadingContext {
  readonly xref: XRef;
  readonly fonts: DocumentFonts;
  readonly optionalContent: OptionalContent;
}

/** The page as seen by the operators of its content streams and forms. */
export interface ContentPage {
  readonly context: ReadingContext;
  readonly evaluator: PartialEvaluator;
  readonly glyphs: GlyphWriter;
  readonly shapes: ShapeCollector;
  readonly covers: CoveringBoxes;
  readonly text: TextPainter;
  /** Records marked-content identifiers of the current content; undefined within forms. */
  readonly markedGlyphs: MarkedGlyphs | undefined;
  /** Fonts by resource name, cached on first use. */
  fontsIn(resources: Dict): Map<string, FontTable | null>;
  /** The stream that a raw value is or refers to; undefined otherwise. */
  objectAt(raw: unknown): BaseStream | undefined;
  /** Draws an image or form XObject; other kinds are ignored. */
  drawObject(object: BaseStream, resources: Dict, state: GraphicsState): Promise<void> | undefined;
}
