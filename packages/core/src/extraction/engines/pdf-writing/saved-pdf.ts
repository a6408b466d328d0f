import { PDFCrossRefSection, PDFCrossRefStream, type PDFDocument } from "#pdf-lib";

/** The file of a document that pdf-lib has read or made, without changes of its own. */
export function savedPdf(document: PDFDocument): Promise<Uint8Array> {
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

interface Entry {
  readonly ref: { readonly objectNumber: number };
}

/** What pdf-lib's two forms of cross-references hold: a stream its entries, a section runs of them. */
interface CrossReferences {
  readonly entries?: Entry[];
  readonly subsections?: Entry[][];
  chunkIdx?: number;
  chunkLength?: number;
}

// To keep entries in order, pdf-lib searches all of them for each that it adds, although it adds them in order: a PDF of
// 100,000 objects would take minutes. Entries that follow the last one are added to the end.
addQuickly(PDFCrossRefStream.prototype, "appendEntry", ({ entries = [] }, entry) => {
  if (!follows(entry, entries.at(-1))) return false;
  entries.push(entry);
  return true;
});

/** A section is a list of runs with consecutive numbers. */
addQuickly(PDFCrossRefSection.prototype, "append", (section, entry) => {
  const { subsections = [] } = section;
  const run = subsections.at(-1);
  const last = run?.at(-1);
  if (!run || !last || !follows(entry, last)) return false;
  const isNext = entry.ref.objectNumber === last.ref.objectNumber + 1;
  if (isNext) run.push(entry);
  else subsections.push([entry]);
  section.chunkIdx = subsections.length - 1;
  section.chunkLength = isNext ? run.length : 1;
  return true;
});

function follows(entry: Entry, last: Entry | undefined): boolean {
  return last !== undefined && entry.ref.objectNumber > last.ref.objectNumber;
}

/** Replaces a method of pdf-lib by `quickly`, which returns false for entries that the method itself must add. */
function addQuickly(
  prototype: object,
  method: string,
  quickly: (references: CrossReferences, entry: Entry) => boolean,
): void {
  const original: unknown = Reflect.get(prototype, method);
  if (!isMethod(original)) throw new Error(`pdf-lib has no method ${method} any more.`);
  const append: Method = function append(entry) {
    if (!quickly(this, entry)) original.call(this, entry);
  };
  Object.defineProperty(prototype, method, { value: append });
}

type Method = (this: CrossReferences, entry: Entry) => void;

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}
