import { compoundFileStreams, withStreams } from "../archive/compound-file.ts";
import { DEFAULT_PASSWORD } from "./office-encryption.ts";
import { decryptPpt } from "./ppt-encryption.ts";
import { decryptDoc, type ReadStream } from "./doc-encryption.ts";
import { decryptXls } from "./xls-encryption.ts";

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
  doc: (read: ReadStream, password: string) => decryptDoc(read, [password]),
  ppt: (read: ReadStream, password: string) => decryptPpt(read, [password]),
  xls: (read: ReadStream, password: string) => {
    const name = read("Workbook") ? "Workbook" : "Book";
    const stream = read(name);
    const plain = stream && decryptXls(stream, [password, DEFAULT_PASSWORD]);
    return plain && new Map([[name, plain]]);
  },
} as const;
