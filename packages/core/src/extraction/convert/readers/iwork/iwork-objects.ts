import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import { messagesOf, numberIn, variable } from "./protobuf.ts";
import { snappyInflated } from "./snappy.ts";

/** An object of an iWork document: a message of Protocol Buffers, and what it is. */
export interface IworkObject {
  readonly id: number;
  readonly type: number;
  /** The name of its file in the archive. */
  readonly file: string;
  readonly message: Uint8Array;
}

/** Inflated bytes of all objects. */
const MAX_CONTENT = 256 * 2 ** 20;

/** Objects of layouts and styles, whose text is none of the document. */
const NOT_CONTENT =
  /(?:MasterSlide|TemplateSlide|ThemeStylesheet|ViewState|AnnotationAuthorStorage)[^/]*\.iwa$/;

/** The objects of an iWork document of 2013 and later, in the order of its files. */
export function iworkObjects(archive: ZipArchive): readonly IworkObject[] {
  const objects: IworkObject[] = [];
  let content = 0;
  for (const file of archive.names) {
    if (!file.endsWith(".iwa") || NOT_CONTENT.test(file)) continue;
    const inflated = inflatedFile(archive.read(file) ?? new Uint8Array(0));
    content += inflated.length;
    if (content > MAX_CONTENT) {
      const message = `The iWork document is too large: its content has more than ${MAX_CONTENT / 2 ** 20} MB.`;
      throw new ExtractionError("RESOURCE_LIMIT", message);
    }
    for (const object of objectsIn(inflated)) objects.push({ ...object, file });
  }
  return objects;
}

/** A file is a row of blocks, each after a zero and its length in three bytes. */
function inflatedFile(file: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at + 4 <= file.length;) {
    const [, low = 0, middle = 0, high = 0] = file.subarray(at, at + 4);
    const end = at + 4 + low + middle * 2 ** 8 + high * 2 ** 16;
    blocks.push(snappyInflated(file.subarray(at + 4, end)));
    at = end;
  }
  return Buffer.concat(blocks);
}

/** Each object is a description with its number and types, and as many messages as the description lists. */
function* objectsIn(bytes: Uint8Array): Generator<Omit<IworkObject, "file">, void, undefined> {
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const length = variable(bytes, cursor);
    if (length === undefined || length === 0) return;
    const description = bytes.subarray(cursor.at, cursor.at + length);
    cursor.at += length;
    const id = numberIn(description, 1) ?? 0;
    for (const part of messagesOf(description, 2)) {
      const size = numberIn(part, 3) ?? 0;
      yield { id, type: numberIn(part, 1) ?? 0, message: bytes.subarray(cursor.at, cursor.at + size) };
      cursor.at += size;
    }
  }
}
