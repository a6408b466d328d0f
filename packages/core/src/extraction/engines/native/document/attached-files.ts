import { BaseStream, Dict, stringToPDFString, type XRef } from "../generated/pdfjs-core.mjs";
import { openCoreDocument } from "./core-document.ts";

/** A file in a PDF: an attachment, or a file of a portfolio. */
export interface AttachedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bounds of the tree of names, whose nodes may contain themselves. */
const MAX_FILES = 1000;
const MAX_DEPTH = 32;
const MAX_NODES = 10_000;

/**
 * The files in a PDF, decoded; empty if it has none. Files that are larger than `maxBytes` are left out.
 *
 * @throws ExtractionError as `openCoreDocument` does
 */
export async function attachedFiles(
  bytes: Uint8Array,
  password: string,
  maxBytes?: number,
): Promise<readonly AttachedFile[]> {
  await using document = await openCoreDocument(bytes, password);
  const names = dictIn(dictIn(document.xref.trailer, "Root"), "Names");
  const tree: NameTree = { xref: document.xref, files: [], maxBytes, nodes: 0 };
  collect(dictIn(names, "EmbeddedFiles"), tree, 0);
  return tree.files;
}

interface NameTree {
  readonly xref: XRef;
  readonly files: AttachedFile[];
  readonly maxBytes: number | undefined;
  /** How many nodes were visited. */
  nodes: number;
}

function collect(node: Dict | undefined, tree: NameTree, depth: number): void {
  if (!node || depth > MAX_DEPTH) return;
  const { xref, files, maxBytes } = tree;
  for (const kid of arrayIn(node, "Kids")) {
    if (++tree.nodes > MAX_NODES || files.length >= MAX_FILES) return;
    const child = xref.fetchIfRef(kid);
    if (child instanceof Dict) collect(child, tree, depth + 1);
  }
  // Keys and file specifications by turns.
  const entries = arrayIn(node, "Names");
  for (let at = 1; at < entries.length && files.length < MAX_FILES; at += 2) {
    const file = fileOf(xref.fetchIfRef(entries[at]), maxBytes);
    if (file) files.push(file);
  }
}

function fileOf(specification: unknown, maxBytes: number | undefined): AttachedFile | undefined {
  if (!(specification instanceof Dict)) return undefined;
  const embedded = dictIn(specification, "EF");
  const content = embedded?.get("F", "UF");
  if (!(content instanceof BaseStream)) return undefined;
  // One byte more shows that the file is too large without decoding the rest of it.
  const decoded = content.getBytes(maxBytes === undefined ? undefined : maxBytes + 1);
  if (maxBytes !== undefined && decoded.length > maxBytes) return undefined;
  const name = specification.get("UF", "F");
  return {
    name: typeof name === "string" ? stringToPDFString(name) : "unnamed",
    bytes: Uint8Array.from(decoded),
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
