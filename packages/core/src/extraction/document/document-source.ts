import { open, type FileHandle } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ExtractionError } from "../failure/extraction-error.ts";
import { refuseUnsupported } from "./media-type.ts";

/** A document: its bytes, or the path or `file:` URL of a file. Do not change the bytes while it is being read. */
export type DocumentSource = Uint8Array | string | URL;

/**
 * Loads a document into memory that all threads share.
 *
 * @throws ExtractionError `DOCUMENT_NOT_FOUND`, `EMPTY_DOCUMENT` or `UNSUPPORTED_DOCUMENT`.
 */
export async function loadDocument(source: DocumentSource): Promise<Uint8Array> {
  const bytes = source instanceof Uint8Array ? shared(source) : await readFile(pathOf(source));
  if (bytes.length === 0) throw new ExtractionError("EMPTY_DOCUMENT", "The document is empty (0 bytes).");
  refuseUnsupported(bytes, source instanceof Uint8Array ? undefined : pathOf(source));
  return bytes;
}

const HEAD_BYTES = 16;

/** The first bytes of a document. @throws ExtractionError `DOCUMENT_NOT_FOUND` */
export async function headOf(source: DocumentSource): Promise<Uint8Array> {
  if (source instanceof Uint8Array) return source.subarray(0, HEAD_BYTES);
  const file = await openFile(pathOf(source));
  try {
    const bytes = new Uint8Array(HEAD_BYTES);
    return bytes.subarray(0, await fill(bytes, file));
  } finally {
    await file.close();
  }
}

/**
 * The path of a document given as a path or a `file:` URL.
 *
 * @throws ExtractionError `BAD_OPTION` for anything else, which untyped callers may pass.
 */
export function pathOf(source: string | URL): string {
  const given: unknown = source;
  if (typeof given === "string" && given !== "") return given;
  if (given instanceof URL && given.protocol === "file:") return filePathOf(given);
  throw badSource(given instanceof URL ? `${given.protocol}//…` : nameOf(given));
}

function filePathOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    // The URL names another host or contains an encoded slash.
    throw badSource(url.href);
  }
}

function nameOf(value: unknown): string {
  if (value === "") return "an empty string";
  if (typeof value !== "object" || value === null) return String(value);
  return `an object of the class ${value.constructor?.name ?? "null"}`;
}

function badSource(given: string): ExtractionError {
  const message = `source: expected the bytes as a Uint8Array, a path or a file: URL, not ${given}`;
  return new ExtractionError("BAD_OPTION", message, { option: "source" });
}

function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

async function readFile(path: string): Promise<Uint8Array> {
  const file = await openFile(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new ExtractionError("DOCUMENT_NOT_FOUND", `${path} is not a file.`);
    const bytes = new Uint8Array(new SharedArrayBuffer(stat.size));
    return bytes.subarray(0, await fill(bytes, file));
  } finally {
    // The bytes are there: nothing has to wait for it.
    void file.close().catch(() => undefined);
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path);
  } catch (cause) {
    throw new ExtractionError("DOCUMENT_NOT_FOUND", `${path} does not exist or cannot be read.`, { cause });
  }
}

/** Reads until `bytes` is full or the file ends; returns the number of bytes read. */
async function fill(bytes: Uint8Array, file: FileHandle): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
