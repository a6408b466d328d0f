import { createReadStream } from "node:fs";
import { tablesCsv, tablesWorkbook, zipStream, type NamedTables, type ZippedFile } from "@galley/core";
import { DomainError, nameOf, type DocumentsLinkTarget } from "@galley/core/domain";
import { downloadedFile, FILES, type DownloadedFile, type DownloadParts } from "./downloaded-file.ts";

/** ZIP archives without extensions end at 4 GiB; what comes later is named in the note. */
const MAX_BYTES = 3.5 * 1024 ** 3;
/** About 200 MB of memory while the file is written. */
const MAX_CELLS = 2_000_000;
const NOTE = "not-included.txt";
/** Texts are compressed in parts, so that other requests are served in between. */
const PART = 64 * 1024;

/** A file for each document, compressed as it is sent. A document that has none is named in a note with the reason. */
export function archiveOf(
  parts: DownloadParts,
  target: DocumentsLinkTarget,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return zipStream(filesOf(parts, target, signal));
}

async function* filesOf(
  parts: DownloadParts,
  target: DocumentsLinkTarget,
  signal: AbortSignal,
): AsyncGenerator<ZippedFile> {
  const notes: string[] = [];
  const taken = new Set([NOTE]);
  let bytes = 0;
  for (const id of target.jobIds) {
    signal.throwIfAborted();
    const found = await fileOrReason(parts, { target, id, signal });
    if (typeof found === "string") notes.push(found);
    else if (bytes > MAX_BYTES) notes.push(`${found.name}: the archive is full; download it by itself`);
    else {
      const name = freeName(found.name, taken);
      yield { name, content: counted(contentOf(found.content), (length) => (bytes += length)) };
    }
  }
  if (notes.length > 0) yield { name: NOTE, content: [Buffer.from(`${notes.join("\n")}\n`)] };
}

async function fileOrReason(
  parts: DownloadParts,
  {
    target,
    id,
    signal,
  }: { readonly target: DocumentsLinkTarget; readonly id: string; readonly signal: AbortSignal },
): Promise<DownloadedFile | string> {
  let name = id;
  try {
    const job = await parts.application.jobs.find(target, { id });
    name = nameOf(job) || id;
    return await downloadedFile(parts, { job, rendition: target.rendition, original: false, signal });
  } catch (error) {
    if (error instanceof DomainError) return `${name}: ${error.message}`;
    throw error;
  }
}

async function* contentOf(content: DownloadedFile["content"]): AsyncGenerator<Uint8Array> {
  if (typeof content === "string" || content instanceof Uint8Array) {
    const bytes = Buffer.from(content);
    for (let at = 0; at < bytes.length; at += PART) yield bytes.subarray(at, at + PART);
    return;
  }
  await using file = content;
  for await (const part of createReadStream(file.path)) yield Buffer.from(part);
}

async function* counted(
  parts: AsyncIterable<Uint8Array>,
  count: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    count(part.length);
    yield part;
  }
}

/** Without folders, and each once whatever its case: "a.md", "a (2).md". */
function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, "_").replace(/^\.+/u, "_");
  const [, stem = plain, ending = ""] = /^(.+?)((?:\.[^.]{1,6}){0,2})$/u.exec(plain) ?? [];
  let name = plain;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} (${number})${ending}`;
  taken.add(name.toLowerCase());
  return name;
}

/**
 * The tables of all documents in one file.
 *
 * @throws DomainError `TOO_LARGE`; those of a document that is not ready or no longer kept.
 */
export async function togetherOf(
  { application: { jobs } }: DownloadParts,
  target: DocumentsLinkTarget,
  signal: AbortSignal,
): Promise<DownloadedFile> {
  const documents: NamedTables[] = [];
  let cells = 0;
  for (const id of target.jobIds) {
    signal.throwIfAborted();
    const job = await jobs.find(target, { id });
    const { items } = await jobs.structure(job).tables();
    for (const { rows } of items) cells += rows.length * (rows[0]?.length ?? 0);
    if (cells > MAX_CELLS) throw tooLarge();
    documents.push({ name: nameOf(job) || id, tables: items });
  }
  const isWorkbook = target.rendition === "xlsx";
  const { mediaType, ending } = FILES[isWorkbook ? "xlsx" : "csv"];
  const content = isWorkbook ? await tablesWorkbook(documents) : tablesCsv(documents);
  return { mediaType, name: `tables${ending}`, content };
}

function tooLarge(): DomainError {
  const message = `The tables have more than ${MAX_CELLS.toLocaleString("en")} cells. Choose fewer documents.`;
  return new DomainError("TOO_LARGE", message);
}
