import { compoundFileStreams, withStreams } from "../archive/compound-file.ts";
import { DEFAULT_PASSWORD } from "./office-encryption.ts";
import { decryptOldSlides } from "./old-slides-encryption.ts";
import { decryptOldWord, type ReadStream } from "./old-word-encryption.ts";
import { decryptOldWorkbook } from "./old-workbook-encryption.ts";

/**
 * Removes the encryption of a DOC, XLS or PPT file; undefined if it has none.
 *
 * @throws ExtractionError `PASSWORD_REQUIRED`, `UNSUPPORTED_DOCUMENT` or `DAMAGED_DOCUMENT`
 */
export async function decryptOldOffice(
  kind: keyof typeof DECRYPTED,
  bytes: Uint8Array,
  password: string,
): Promise<Uint8Array | undefined> {
  const streams = await compoundFileStreams(bytes);
  const read: ReadStream = (name) => {
    const path = [...streams.keys()].find((one) => /^\/?[^/]+\/([^/]+)$/.exec(one)?.[1] === name);
    const content = path === undefined ? undefined : streams.get(path);
    return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  };
  const plain = DECRYPTED[kind](read, password);
  return plain && withStreams(bytes, plain);
}

const DECRYPTED = {
  "old-word": (read: ReadStream, password: string) => decryptOldWord(read, [password]),
  "old-slides": (read: ReadStream, password: string) => decryptOldSlides(read, [password]),
  "old-workbook": (read: ReadStream, password: string) => {
    const name = read("Workbook") ? "Workbook" : "Book";
    const stream = read(name);
    const plain = stream && decryptOldWorkbook(stream, [password, DEFAULT_PASSWORD]);
    return plain && new Map([[name, plain]]);
  },
} as const;
