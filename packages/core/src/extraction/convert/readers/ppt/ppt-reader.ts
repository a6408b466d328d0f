import { OLD_OFFICE_ADVICE, unsupportedDocument } from "../../../document/media-type.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import { compoundFileStreams } from "../../archive/compound-file.ts";
import type { FlowDocument, Remark, SlideBox, SlideSection } from "../../model/flow-document.ts";
import { ART, storedPicture } from "../office-art/office-art.ts";
import { hiddenSlidesNote } from "../slides/hidden-slides.ts";
import type { Frame } from "../slides/slide-shapes.ts";
import { PersistentObjects } from "./persistent-objects.ts";
import { shapesOf, UNITS_PER_POINT, type OldShape } from "./shapes.ts";
import {
  int16At,
  int32At,
  RECORD,
  recordIn,
  recordsIn,
  type OfficeRecord,
} from "../office-art/office-records.ts";
import { textBlocks, textsOf, type SlideFields, type SlideText } from "./slide-texts.ts";

const HIDDEN = 0x04;
const SHOWS_MASTER = 0x01;

/** Where the document's settings have the number of the first slide. */
const FIRST_NUMBER_AT = 32;

/** The lists of a document by their number. */
const LISTS = { slides: 0, masters: 1, notes: 2 } as const;

/** Reads a presentation from before 2007 (PPT, PPS): each slide is a page with its text at its place. */
export async function readPpt(bytes: Uint8Array): Promise<FlowDocument> {
  const streams = await compoundFileStreams(bytes);
  const stream = (name: string): Buffer | undefined => {
    const path = [...streams.keys()].find((key) => key.replace(/^\/?[^/]+\//, "") === name);
    const content = path === undefined ? undefined : streams.get(path);
    return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  };
  const currentUser = stream("Current User");
  if (stream("PersistentStorage Directory") || stream("PP40"))
    throw unsupported("a presentation of PowerPoint 95 or an older version");
  const objects = new PersistentObjects(stream("PowerPoint Document") ?? Buffer.alloc(0), currentUser);
  const { document } = objects;
  if (document?.type !== RECORD.document) {
    const message = "The presentation is damaged: its list of slides is missing.";
    throw new ExtractionError("DAMAGED_DOCUMENT", message);
  }
  const pictures = stream("Pictures") ?? Buffer.alloc(0);
  const { sections, hidden } = new PptReader(objects, document.data, pictures).sections();
  return { title: "", sections, notes: hiddenSlidesNote(hidden), files: [] };
}

function unsupported(found: string): ExtractionError {
  return new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedDocument(found, OLD_OFFICE_ADVICE));
}

/** A slide, master or page of notes, as a list of the document names it. */
interface ListedPage {
  readonly id: number;
  readonly page: OfficeRecord;
  /** Texts of its placeholders, which its shapes refer to by their number. */
  readonly outline: readonly OfficeRecord[];
}

class PptReader {
  readonly #objects: PersistentObjects;
  readonly #document: Buffer;
  readonly #masters: ReadonlyMap<number, ListedPage>;
  readonly #notes: ReadonlyMap<number, ListedPage>;
  readonly #pictures: Buffer;
  readonly #store: readonly OfficeRecord[];
  /** What slides show that do not say it themselves. */
  readonly #footers: Footers;

  constructor(objects: PersistentObjects, document: Buffer, pictures: Buffer) {
    this.#objects = objects;
    this.#document = document;
    this.#pictures = pictures;
    const group = recordIn(recordIn(document, RECORD.drawingGroup)?.data, ART.drawings);
    this.#footers = footersOf(document) ?? { flags: 0, footer: "" };
    this.#store = recordsIn(recordIn(group?.data, ART.store)?.data);
    this.#masters = new Map(this.#listed(LISTS.masters).map((page) => [page.id, page]));
    this.#notes = new Map(this.#listed(LISTS.notes).map((page) => [page.id, page]));
  }

  sections(): { readonly sections: readonly SlideSection[]; readonly hidden: number } {
    const settings = recordIn(this.#document, RECORD.documentAtom)?.data;
    const page = {
      width: int32At(settings, 0) / UNITS_PER_POINT || 720,
      height: int32At(settings, 4) / UNITS_PER_POINT || 540,
    };
    const first = settings && settings.length > FIRST_NUMBER_AT + 1 ? int16At(settings, FIRST_NUMBER_AT) : 1;
    const slides = this.#listed(LISTS.slides);
    const numbered = slides.map((slide, index) => ({ slide, number: first + index }));
    const shown = numbered.filter(({ slide }) => !isHidden(slide.page.data));
    const sections = shown.map(({ slide, number }) => ({
      kind: "slide" as const,
      ...page,
      boxes: [...this.#boxes(slide, number), ...this.#remarks(slide, page)],
    }));
    return { sections, hidden: slides.length - shown.length };
  }

  /** The pages of a list, each once. */
  #listed(list: number): readonly ListedPage[] {
    const lists = recordsIn(this.#document).filter(
      ({ type, instance }) => type === RECORD.slideList && instance === list,
    );
    const pages = new Map<number, ListedPage & { readonly outline: OfficeRecord[] }>();
    let current: OfficeRecord[] = [];
    for (const record of lists.flatMap(({ data }) => recordsIn(data))) {
      if (record.type !== RECORD.slidePersist) {
        current.push(record);
        continue;
      }
      current = [];
      const reference = int32At(record.data, 0);
      const page = this.#objects.object(reference);
      if (page && !pages.has(reference))
        pages.set(reference, { id: int32At(record.data, 12), page, outline: current });
    }
    return [...pages.values()];
  }

  #boxes({ page, outline }: ListedPage, number: number): readonly SlideBox[] {
    const { flags, footer } = footersOf(page.data) ?? this.#footers;
    const fields = { number, footer };
    const texts = textsOf(outline, fields);
    const shapes = shapesOf(page.data);
    const own = shapes.flatMap((shape) => [
      ...this.#pictureBox(shape),
      ...boxOf(shape, shapeTexts(shape, texts, fields)),
    ]);
    const settings = recordIn(page.data, RECORD.slideAtom)?.data;
    const master = this.#masters.get(int32At(settings, 12));
    if (!master) return own;
    const filled = new Set(shapes.map(({ placeholder }) => placeholder));
    const showsMaster = (int32At(settings, 20) & SHOWS_MASTER) !== 0;
    const repeated = shapesOf(master.page.data).filter(({ placeholder }) => {
      if (placeholder === undefined) return showsMaster;
      return (flags & (FOOTERS.get(placeholder) ?? 0)) !== 0 && !filled.has(placeholder);
    });
    return [...own, ...repeated.flatMap((shape) => boxOf(shape, textsOf(shape.text, fields)))];
  }

  #pictureBox({ picture, frame }: OldShape): readonly SlideBox[] {
    const entry = this.#store[picture - 1];
    if (!entry) return [];
    const bytes = (): Uint8Array => storedPicture(entry, this.#pictures);
    const { width, height } = frame;
    const block = { kind: "picture" as const, bytes, width, height, description: "" };
    return [{ ...placed(frame), blocks: [block] }];
  }

  /** The speaker's notes. */
  #remarks(
    { page }: ListedPage,
    { width, height }: { readonly width: number; readonly height: number },
  ): readonly SlideBox[] {
    const notes = this.#notes.get(int32At(recordIn(page.data, RECORD.slideAtom)?.data, 16));
    if (!notes) return [];
    const texts = shapesOf(notes.page.data).flatMap((shape) =>
      textsOf(shape.text, { number: 0, footer: "" }),
    );
    const spoken = texts.filter(({ kind }) => kind === "notes").map(({ text }) => text);
    const text = spoken
      .join("\n")
      .replaceAll(/[\r\v]/g, "\n")
      .trim();
    const remark: Remark = { kind: "remark", author: "", text };
    return text === "" ? [] : [{ x: 0, y: 0, width, height, anchor: "top", blocks: [remark] }];
  }
}

interface Footers {
  /** Which of the master's placeholders slides show. */
  readonly flags: number;
  readonly footer: string;
}

/** Flags that show a placeholder of the master, by its kind: the number of the slide, and the footer. */
const FOOTERS: ReadonlyMap<number, number> = new Map([
  [8, 0x08],
  [9, 0x20],
]);
const FLAGS_AT = 2;
const FOOTER_TEXT = 2;
/** Headers and footers of slides; others of the document are those of notes. */
const OF_SLIDES: ReadonlySet<number> = new Set([0, 3]);

/** What a slide, or the document for all of them, says of its footers; undefined if it says nothing. */
function footersOf(container: Buffer): Footers | undefined {
  const found = recordsIn(container).find(
    ({ type, instance }) => type === RECORD.footers && OF_SLIDES.has(instance),
  );
  if (!found) return undefined;
  const footer = recordsIn(found.data).find(
    ({ type, instance }) => type === RECORD.string && instance === FOOTER_TEXT,
  );
  return {
    flags: int16At(recordIn(found.data, RECORD.footersAtom)?.data, FLAGS_AT),
    footer: footer?.data.toString("utf16le") ?? "",
  };
}

function isHidden(slide: Buffer): boolean {
  const info = recordIn(slide, RECORD.slideShowInfo)?.data;
  return info !== undefined && info.length > 10 && (info.readUInt8(10) & HIDDEN) !== 0;
}

/** The texts of a shape: its own, or one of the slide's outline. */
function shapeTexts(
  { text }: OldShape,
  outline: readonly SlideText[],
  fields: SlideFields,
): readonly SlideText[] {
  const reference = text.find(({ type }) => type === RECORD.outlineText);
  if (!reference) return textsOf(text, fields);
  const referred = outline[int32At(reference.data, 0)];
  return referred ? [referred] : [];
}

function boxOf({ frame }: OldShape, texts: readonly SlideText[]): readonly SlideBox[] {
  const blocks = texts.flatMap(textBlocks);
  if (blocks.length === 0) return [];
  return [{ ...placed(frame), blocks }];
}

function placed({ x, y, width, height }: Frame): Omit<SlideBox, "blocks"> {
  return {
    x: Math.max(0, x),
    y: Math.max(0, y),
    width: Math.max(width, 20),
    height: Math.max(height, 0),
    anchor: "top",
  };
}
