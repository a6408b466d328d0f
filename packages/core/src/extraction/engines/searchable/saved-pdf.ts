import { PDFCrossRefSection, PDFCrossRefStream, type PDFDocument } from "#pdf-lib";

/** The file of a document that pdf-lib has read or made, without changes of its own. */
export function savedPdf(document: PDFDocument): Promise<Uint8Array> {
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
}

interface Entry {
  readonly ref: { readonly objectNumber: number };
}

/** The lists of entries that pdf-lib's two forms of cross-references hold. */
interface CrossRefStream {
  readonly entries: Entry[];
}
interface CrossRefSection {
  readonly subsections: Entry[][];
  chunkIdx: number;
  chunkLength: number;
}

// To keep entries in order, pdf-lib searches all of them for each that it adds, although it adds them in order: a PDF of
// 100,000 objects would take minutes. Entries that follow the last one are added to the end.
addQuickly(PDFCrossRefStream.prototype, "appendEntry", ({ entries }: CrossRefStream, entry) => {
  if (!follows(entry, entries.at(-1))) return false;
  entries.push(entry);
  return true;
});

/** A section is a list of runs with consecutive numbers. */
addQuickly(PDFCrossRefSection.prototype, "append", (section: CrossRefSection, entry) => {
  const { subsections } = section;
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
function addQuickly<Owner extends object>(
  prototype: object,
  method: string,
  quickly: (owner: Owner, entry: Entry) => boolean,
): void {
  const original: unknown = Reflect.get(prototype, method);
  if (typeof original !== "function") throw new Error(`pdf-lib has no method ${method} any more.`);
  function append(this: Owner, entry: Entry): void {
    if (!quickly(this, entry)) Reflect.apply(original, this, [entry]);
  }
  Object.defineProperty(prototype, method, { value: append });
}
