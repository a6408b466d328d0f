import { withDrawnTicks } from "./annotations/drawn-ticks.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { withTicksOfAppearances } from "./annotations/appearance-ticks.ts";
import type { FormField } from "../../page/form-field.ts";
import type { PageContent } from "../../page/page-content.ts";
import type { Rect } from "../../geometry/rect.ts";
import { UNTAGGED } from "../../page/page-tags.ts";
import type { DocumentEngine, OpenDocument, WantedContent } from "../engine.ts";
import { drawAnnotations, drawAppearance } from "./annotations/annotations.ts";
import { boxesFromRules } from "./shapes/boxes-from-rules.ts";
import { MAX_GLYPHS, MAX_SHAPES } from "./document/budgets.ts";
import type { ReadingContext } from "./content/content-page.ts";
import { PageReader } from "./content/content-reader.ts";
import { type CoreDocument, openCoreDocument } from "./document/core-document.ts";
import { DocumentFonts } from "./fonts/document-fonts.ts";
import { writeDrawnBullets } from "./shapes/drawn-bullets.ts";
import { shownFields } from "./annotations/field-appearances.ts";
import { BaseStream, Dict, type CorePage, type XRef } from "./generated/pdfjs-core.mjs";
import { GraphicsState } from "./graphics/graphics-state.ts";
import { MarkedGlyphs } from "./glyphs/marked-glyphs.ts";
import { optionalContentOf } from "./document/optional-content.ts";
import { markedOutlines } from "./shapes/outline-marks.ts";
import { packagedData } from "./document/packaged-data.ts";
import { type PageGeometry, pageGeometry } from "./document/page-geometry.ts";
import { annotationNotesOf } from "./annotations/notes.ts";
import { StoredPictures } from "./pictures/stored-pictures.ts";
import { isInside } from "./shapes/shape-kinds.ts";
import { joinedContent } from "./document/stream-bytes.ts";
import { type StructureTree, structureTreeOf } from "./document/structure-tree.ts";
import { isMostlyArtifact, numberedGlyphs } from "./glyphs/tagged-glyphs.ts";
import { pageLinks } from "./annotations/links.ts";
import { DocumentOutline } from "./tags/document-outline.ts";
import { type DocumentTags, documentTags, type TagsOfPage } from "./tags/document-tags.ts";
import { nameUnknownBullets } from "./glyphs/unknown-bullets.ts";
import { type PageFields, readFields } from "./annotations/widgets.ts";

/**
 * Reads PDFs with pdf.js's parser and fonts and our own content interpreter: fast, and with everything that the layout
 * needs.
 */
export const nativeEngine: DocumentEngine = {
  name: "native",
  async open(bytes, { password }) {
    return openedDocument(await openCoreDocument(bytes, password));
  },
};

function openedDocument(document: CoreDocument): OpenDocument {
  const { xref, pageCount } = document;
  const context = { xref, fonts: new DocumentFonts(), optionalContent: optionalContentOf(xref) };
  const pictures = new StoredPictures(xref);
  const tree = new DocumentTree(xref);
  return {
    pageCount,
    async readPage(number, wanted) {
      try {
        const page = await document.page(number - 1);
        const marked = wanted !== undefined && tree.isWanted(wanted) ? new MarkedGlyphs() : undefined;
        const read = await readPage(page, context, marked);
        const content = marked === undefined ? read : tree.withTags(read, { page, marked, wanted });
        const whole =
          wanted?.structure === true
            ? tree.withOutline(withLinks(content, page, context), page, number)
            : content;
        return wanted?.annotationNotes === true ? withAnnotationNotes(whole, page, context) : whole;
      } catch (cause) {
        throw new ExtractionError("DAMAGED_DOCUMENT", `Page ${number} is damaged and cannot be read.`, {
          cause,
        });
      }
    },
    storedPictures: (object, wanted) => pictures.read(object, wanted),
    [Symbol.asyncDispose]: () => document[Symbol.asyncDispose](),
  };
}

/**
 * The structure tree and the outline of a document, loaded on first use: only reading in its order or with its structure
 * needs them.
 */
class DocumentTree {
  readonly #xref: XRef;
  #order: StructureTree | null | undefined;
  #tags: DocumentTags | null | undefined;
  #outline: DocumentOutline | undefined;

  constructor(xref: XRef) {
    this.#xref = xref;
  }

  /** Whether the document has tags for what is wanted. */
  isWanted({ blocks, structure }: WantedContent): boolean {
    if (blocks) this.#order ??= structureTreeOf(this.#xref) ?? null;
    if (structure) this.#tags ??= documentTags(this.#xref) ?? null;
    return (blocks && this.#order !== null) || (structure && this.#tags !== null);
  }

  /** Adds the block of each glyph and the tags of the page, if they cover nearly all of its text. */
  withTags(
    content: PageContent,
    {
      page,
      marked,
      wanted,
    }: { readonly page: CorePage; readonly marked: MarkedGlyphs; readonly wanted: WantedContent | undefined },
  ): PageContent {
    const { glyphs } = content;
    const order = wanted?.blocks === true ? this.#order : null;
    const block = order ? numberedGlyphs(glyphs, marked, order.blocksOf(page)) : undefined;
    const ordered = block === undefined ? content : { ...content, glyphs: { ...glyphs, block } };
    const tags = wanted?.structure === true ? this.#tags : null;
    return tags ? withTags(ordered, marked, tags.onPage(page)) : ordered;
  }

  /** Adds the entries of the outline that lead to page `number`, counted from 1. */
  withOutline(content: PageContent, page: CorePage, number: number): PageContent {
    this.#outline ??= new DocumentOutline(this.#xref);
    const outline = this.#outline.entriesOn(page, number - 1);
    return outline.length === 0 ? content : { ...content, outline };
  }
}

function withTags(content: PageContent, marks: MarkedGlyphs, found: TagsOfPage): PageContent {
  if ("fault" in found) return { ...content, tagFault: found.fault };
  const { glyphs, images } = content;
  const marked = numberedGlyphs(glyphs, marks, found.ranks);
  if (marked === undefined || isMostlyArtifact(marked))
    return { ...content, tagFault: "they cover too little of the text" };
  const tagsOfImages = marks.tagsOfImages(images.length);
  return {
    ...content,
    tags: found.tags,
    glyphs: { ...glyphs, marked },
    images: images.map((image, index) => {
      const tag = tagsOfImages[index] ?? UNTAGGED;
      return { ...image, marked: found.ranks.get(tag) ?? Math.min(tag, UNTAGGED) };
    }),
  };
}

function withLinks(content: PageContent, page: CorePage, { optionalContent }: ReadingContext): PageContent {
  const links = pageLinks(page, pageGeometry(page).toPage, optionalContent);
  return links.length === 0 ? content : { ...content, links };
}

async function readPage(
  page: CorePage,
  context: ReadingContext,
  marked?: MarkedGlyphs,
): Promise<PageContent> {
  const geometry = pageGeometry(page);
  const visible = { x0: 0, y0: 0, x1: geometry.width, y1: geometry.height };
  const reader = new PageReader(context, page._createPartialEvaluator(packagedData), visible, { marked });
  const state = new GraphicsState(geometry.toPage, visible);
  await reader.read(contentOf(page, reader), page.resources, state.clone());
  reader.covers.flagCovered(reader.glyphs);
  nameUnknownBullets(reader.glyphs);
  const bullets = writeDrawnBullets(reader.shapes, reader.glyphs, marked);
  await drawAnnotations(page, reader, state);
  const { fields, notes } = await fieldsOf(page, reader, state);
  const content = pageContent(geometry, reader, { bullets, fields, notes });
  return isTypeset(page) ? { ...content, isTypeset: true } : content;
}

/** Whether this program wrote the page. */
function isTypeset({ pageDict }: CorePage): boolean {
  const pieces = pageDict.get("PieceInfo");
  return pieces instanceof Dict && pieces.has("Galley");
}

function withAnnotationNotes(
  content: PageContent,
  page: CorePage,
  { optionalContent }: ReadingContext,
): PageContent {
  return { ...content, annotationNotes: annotationNotesOf(page, pageGeometry(page).toPage, optionalContent) };
}

/** The form fields of the page, and notes on what was omitted. Other drawings of their widgets are ignored. */
async function fieldsOf(
  page: CorePage,
  { context, evaluator, glyphs, background, notes, shapes }: PageReader,
  state: GraphicsState,
): Promise<{ readonly fields: readonly FormField[]; readonly notes: readonly string[] }> {
  const reader = new PageReader(context, evaluator, state.clip, { glyphs, background });
  let widgets: PageFields = { fields: [], needAppearances: false, notes: [] };
  await reader.attempt(() => {
    widgets = readFields(page, state.matrix, context.optionalContent);
  });
  const shown = await shownFields(widgets, page, reader, state);
  const draw = (widget: Dict): Promise<void> => drawAppearance(widget, page, reader, state);
  const ticked = await withTicksOfAppearances(shown, widgets.fields, draw, reader);
  const fields = withDrawnTicks(ticked, widgets.fields, shapes.marks);
  return { fields, notes: [...reader.notes].filter((note) => !notes.has(note)).concat(widgets.notes) };
}

/** The page's content streams, joined; missing parts are skipped. */
function contentOf(page: CorePage, reader: PageReader): Uint8Array {
  const { content } = page;
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const streams = parts.filter((part) => part instanceof BaseStream);
  if (streams.length < parts.length && content !== undefined)
    reader.notes.add("A part of the page's content is missing.");
  return joinedContent(streams.map((stream) => reader.bytesWithinBudget(stream)));
}

interface PageParts {
  /** Shapes that were recognised as bullets. */
  readonly bullets: readonly Rect[];
  readonly fields: readonly FormField[];
  readonly notes: readonly string[];
}

function pageContent(
  geometry: PageGeometry,
  reader: PageReader,
  { bullets, fields, notes }: PageParts,
): PageContent {
  const { shapes } = reader;
  const glyphs = reader.glyphs.finish();
  const outlines = [...shapes.outlines, ...boxesFromRules(shapes.rules)].filter(
    ({ box }) => !bullets.some((bullet) => isInside(bullet, box)),
  );
  return {
    width: geometry.width,
    height: geometry.height,
    rotation: geometry.rotation,
    glyphs,
    fonts: reader.glyphs.fonts,
    rules: shapes.rules,
    ...(shapes.drawn.length > 0 && { shapes: shapes.drawn }),
    images: shapes.images,
    outlines: markedOutlines(outlines, shapes.marks, glyphs),
    fields,
    notes: [...reader.notes, ...overflowNotes(reader), ...notes],
  };
}

function overflowNotes({ glyphs, shapes, text }: PageReader): string[] {
  return [
    ...(glyphs.overflowed ? [`Only the first ${MAX_GLYPHS} glyphs of the page were read.`] : []),
    ...(shapes.overflowed ? [`Only the first ${MAX_SHAPES} lines and boxes of the page were read.`] : []),
    ...(text.unplaceable > 0 ? ["Text with no size or an implausible one was left out."] : []),
  ];
}
