import type { Affine } from "../../../geometry/affine.ts";
import { ContentLexer } from "./content-lexer.ts";
import type { ContentPage } from "./content-page.ts";
import type { FontTable } from "../fonts/font-table.ts";
import type { Dict } from "../generated/pdfjs-core.mjs";
import type { GraphicsState } from "../graphics/graphics-state.ts";
import { MarkedContent } from "./marked-content.ts";
import type { ColorSpace } from "../graphics/paint.ts";
import { PathRecorder } from "../shapes/path-recorder.ts";

/** Limit of saved states: a page that only saves would exhaust memory. */
const MAX_SAVED_STATES = 10_000;

/** The state of interpreting one content stream. */
export class ContentRun {
  readonly page: ContentPage;
  readonly lexer: ContentLexer;
  readonly resources: Dict;
  readonly path = new PathRecorder();
  readonly marked: MarkedContent;
  state: GraphicsState;
  /** A clipping operator takes effect at the next painting operator. */
  clipPending = false;
  fillSpace: ColorSpace = "gray";
  strokeSpace: ColorSpace = "gray";
  /** Fonts by resource name, cached on first use. */
  readonly fonts: Map<string, FontTable | null>;
  readonly #saved: GraphicsState[] = [];

  constructor(page: ContentPage, bytes: Uint8Array, resources: Dict, state: GraphicsState) {
    this.page = page;
    this.lexer = new ContentLexer(bytes);
    this.resources = resources;
    this.fonts = page.fontsIn(resources);
    this.state = state;
    this.marked = new MarkedContent(page);
  }

  save(): void {
    if (this.#saved.length < MAX_SAVED_STATES) this.#saved.push(this.state.clone());
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state;
  }

  /** The matrix operands of an operator; undefined if there are too few. */
  matrixOperand(): Affine | undefined {
    const { lexer } = this;
    if (lexer.numberCount < 6) return undefined;
    return [
      lexer.number(0),
      lexer.number(1),
      lexer.number(2),
      lexer.number(3),
      lexer.number(4),
      lexer.number(5),
    ];
  }
}
