import { affineFrom, boundsOf, cornersFrom } from "../../../geometry/affine.ts";
import { MAX_FORM_DEPTH, MAX_FORM_RUNS, MAX_OPERATORS, BudgetExceeded } from "../document/budgets.ts";
import { OPERATORS } from "./content-operators.ts";
import type { ContentPage, ReadingContext } from "./content-page.ts";
import { ContentRun } from "./content-run.ts";
import type { FontTable } from "../fonts/font-table.ts";
import { BaseStream, Dict, Name, type PartialEvaluator, Ref } from "../generated/pdfjs-core.mjs";
import { GlyphWriter } from "../glyphs/glyph-writer.ts";
import type { ClipBox, GraphicsState } from "../graphics/graphics-state.ts";
import { Background } from "../graphics/background.ts";
import type { MarkedGlyphs } from "../glyphs/marked-glyphs.ts";
import { CoveringBoxes } from "../shapes/covering-boxes.ts";
import { ShapeCollector } from "../shapes/shape-collector.ts";
import { contentBytes } from "../document/stream-bytes.ts";
import { TextPainter } from "./text-painter.ts";

/** What was drawn before and is drawn on, and where marked-content identifiers are recorded. */
interface Written {
  readonly glyphs?: GlyphWriter;
  readonly background?: Background;
  readonly marked?: MarkedGlyphs | undefined;
}

/** Interprets the content of one page and its forms as glyphs and shapes. */
export class PageReader implements ContentPage {
  readonly glyphs: GlyphWriter;
  readonly background: Background;
  readonly shapes: ShapeCollector;
  readonly covers = new CoveringBoxes();
  readonly notes = new Set<string>();
  readonly text: TextPainter;
  readonly context: ReadingContext;
  readonly evaluator: PartialEvaluator;
  /** Forms being drawn, to detect recursion. */
  readonly #openForms = new Set<BaseStream | string>();
  /** Images and forms by reference, cached: some pages draw one a thousand times. */
  readonly #objects = new Map<string, BaseStream>();
  readonly #marked: MarkedGlyphs | undefined;
  readonly #formContent = new Map<string, Uint8Array>();
  readonly #fonts = new Map<Dict, Map<string, FontTable | null>>();
  #operatorsLeft = MAX_OPERATORS;
  #formRunsLeft = MAX_FORM_RUNS;

  constructor(
    context: ReadingContext,
    evaluator: PartialEvaluator,
    page: ClipBox,
    { glyphs = new GlyphWriter(), background = new Background(), marked }: Written = {},
  ) {
    this.#marked = marked;
    this.glyphs = glyphs;
    this.background = background;
    this.shapes = new ShapeCollector(background);
    this.context = context;
    this.evaluator = evaluator;
    this.text = new TextPainter(glyphs, background, page);
  }

  get markedGlyphs(): MarkedGlyphs | undefined {
    return this.#openForms.size === 0 ? this.#marked : undefined;
  }

  /**
   * Interprets one content stream; exceeding a budget ends it with a note. Returns a promise only if a font must be
   * loaded first: a drawing has thousands of forms, few of which show text.
   */
  read(bytes: Uint8Array, resources: Dict, state: GraphicsState): Promise<void> | undefined {
    const run = new ContentRun(this, bytes, resources, state);
    const pending = this.#readOn(run);
    return pending === undefined ? undefined : this.#finish(run, pending);
  }

  async #finish(run: ContentRun, first: Promise<void>): Promise<void> {
    let pending: Promise<void> | undefined = first;
    while (pending !== undefined) {
      try {
        await pending;
      } catch (error) {
        this.#noteLoss(error);
      }
      pending = this.#readOn(run);
    }
  }

  /** Executes operators up to the end or to the first one that must wait. */
  #readOn(run: ContentRun): Promise<void> | undefined {
    for (let code = run.lexer.nextOperator(); code >= 0; code = run.lexer.nextOperator()) {
      if (this.#operatorsLeft-- <= 0) {
        this.notes.add(`Only the first ${MAX_OPERATORS} drawing operators of the page were read.`);
        break;
      }
      try {
        const pending = OPERATORS.get(code)?.(run);
        if (pending !== undefined) return pending;
      } catch (error) {
        this.#noteLoss(error);
      }
    }
    if (run.lexer.breaksOff) this.notes.add("The page's content breaks off.");
    run.marked.endAll();
    return undefined;
  }

  /** Runs one part of the reading; an error affects only that part. */
  async attempt(part: () => Promise<void> | void): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.#noteLoss(error);
    }
  }

  #noteLoss(error: unknown): void {
    this.notes.add(
      error instanceof BudgetExceeded ? error.message : "A damaged part of the page was left out.",
    );
  }

  fontsIn(resources: Dict): Map<string, FontTable | null> {
    const known = this.#fonts.get(resources);
    if (known !== undefined) return known;
    const fonts = new Map<string, FontTable | null>();
    this.#fonts.set(resources, fonts);
    return fonts;
  }

  objectAt(raw: unknown): BaseStream | undefined {
    const key = raw instanceof Ref ? raw.toString() : undefined;
    const known = key === undefined ? undefined : this.#objects.get(key);
    if (known) return known;
    const object = this.context.xref.fetchIfRef(raw);
    if (!(object instanceof BaseStream)) return undefined;
    if (key !== undefined) this.#objects.set(key, object);
    return object;
  }

  drawObject(object: BaseStream, resources: Dict, state: GraphicsState): Promise<void> | undefined {
    const { dict } = object;
    if (!dict || !this.context.optionalContent.isVisible(dict.getRaw("OC"))) return undefined;
    const subtype = dict.get("Subtype");
    if (!(subtype instanceof Name)) return undefined;
    if (subtype.name === "Image") {
      const [width, height] = [pixelsOf(dict.get("Width", "W")), pixelsOf(dict.get("Height", "H"))];
      this.shapes.placeImage({ width, height, object: dict.objId }, state);
      return undefined;
    }
    return subtype.name === "Form" ? this.#drawForm(object, dict, resources, state) : undefined;
  }

  #drawForm(form: BaseStream, dict: Dict, resources: Dict, outer: GraphicsState): Promise<void> | undefined {
    const identity = dict.objId ?? form;
    if (this.#openForms.has(identity)) {
      this.notes.add("A drawing that contains itself was left out.");
      return undefined;
    }
    if (this.#openForms.size >= MAX_FORM_DEPTH || this.#formRunsLeft-- <= 0) {
      this.notes.add("Drawings nested too deep or too often were left out.");
      return undefined;
    }
    const state = outer.clone();
    const matrix = affineFrom(dict.getArray("Matrix"));
    if (matrix) state.transform(matrix);
    const box = cornersFrom(dict.getArray("BBox"));
    if (box) state.clipTo(boundsOf(state.matrix, box));
    const own = dict.get("Resources");
    this.#openForms.add(identity);
    let pending: Promise<void> | undefined;
    try {
      pending = this.read(this.#contentOf(form, dict), own instanceof Dict ? own : resources, state);
    } finally {
      if (pending === undefined) this.#openForms.delete(identity);
    }
    return pending?.finally(() => this.#openForms.delete(identity));
  }

  /** Content of a form, cached per page because some are drawn repeatedly. */
  #contentOf(form: BaseStream, { objId }: Dict): Uint8Array {
    const known = objId === null ? undefined : this.#formContent.get(objId);
    if (known) return known;
    const bytes = this.bytesWithinBudget(form);
    if (objId !== null) this.#formContent.set(objId, bytes);
    return bytes;
  }

  bytesWithinBudget(stream: BaseStream): Uint8Array {
    try {
      return contentBytes(stream);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      this.notes.add(error.message);
      return new Uint8Array(0);
    }
  }
}

function pixelsOf(value: unknown): number {
  return typeof value === "number" && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}
