import { BaseStream, Dict, stringToPDFString, type XRef } from "../generated/pdfjs-core.mjs";
import { openCoreDocument } from "./core-document.ts";

/** A file in a PDF: an attachment, or a file of a portfolio. */
export interface AttachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bounds of the tree of names. */
const MAX_FILES = 1000;
const MAX_DEPTH = 32;

/** The files in a PDF, decoded; empty if it has none. @throws ExtractionError as `openCoreDocument` does */
export async function attachedFiles(bytes: Uint8Array, password: string): Promise<readonly AttachedFile[]> {
  await using document = await openCoreDocument(bytes, password);
  const names = dictIn(dictIn(document.xref.trailer, "Root"), "Names");
  const files: AttachedFile[] = [];
  collect(dictIn(names, "EmbeddedFiles"), { xref: document.xref, files, depth: 0 });
  return files;
}

function collect(
  node: Dict | undefined,
  { xref, files, depth }: { readonly xref: XRef; readonly files: AttachedFile[]; readonly depth: number },
): void {
  if (!node || depth > MAX_DEPTH) return;
  for (const kid of arrayIn(node, "Kids")) {
    const child = xref.fetchIfRef(kid);
    if (child instanceof Dict) collect(child, { xref, files, depth: depth + 1 });
  }
  // Keys and file specifications by turns.
  const entries = arrayIn(node, "Names");
  for (let at = 1; at < entries.length && files.length < MAX_FILES; at += 2) {
    const file = fileOf(xref.fetchIfRef(entries[at]));
    if (file) files.push(file);
  }
}

function fileOf(specification: unknown): AttachedFile | undefined {
  if (!(specification instanceof Dict)) return undefined;
  const embedded = dictIn(specification, "EF");
  const content = embedded?.get("F", "UF");
  if (!(content instanceof BaseStream)) return undefined;
  const name = specification.get("UF", "F");
  return {
    name: typeof name === "string" ? stringToPDFString(name) : "unnamed",
    bytes: Uint8Array.from(content.getBytes()),
  };
}

function dictIn(dict: Dict | undefined, key: string): Dict | undefined {
  const value = dict?.get(key);
  return value instanceof Dict ? value : undefined;
}

function arrayIn(dict: Dict, key: string): readonly unknown[] {
  const value: unknown = dict.get(key);
  return Array.isArray(value) ? value : [];
}
