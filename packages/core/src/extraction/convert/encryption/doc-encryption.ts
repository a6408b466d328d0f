import { BlockKeyStream } from "./block-streams.ts";
import { notSupported } from "../model/encryption-errors.ts";
import { oldOfficeCipher } from "./old-office-key.ts";

const FLAGS_AT = 10;
const ENCRYPTED = 0x0100;
const OBFUSCATED = 0x8000;
const SECOND_TABLE = 0x0200;
/** Where the header has the length of the encryption header, with which the table stream begins. */
const INFO_LENGTH_AT = 14;
/** The header of the main stream is not encrypted. */
const PLAIN_HEADER = 68;
const BLOCK = 512;

/** Reads a stream by its name; undefined if there is none. */
export type ReadStream = (name: string) => Buffer | undefined;

/**
 * Decrypts the streams of a DOC file; undefined if it is not encrypted ([MS-DOC] 2.2.6).
 *
 * @throws ExtractionError `PASSWORD_REQUIRED` or `UNSUPPORTED_DOCUMENT`
 */
export function decryptDoc(
  read: ReadStream,
  passwords: readonly string[],
): ReadonlyMap<string, Buffer> | undefined {
  const main = read("WordDocument");
  if (!main || main.length < PLAIN_HEADER) return undefined;
  const flags = main.readUInt16LE(FLAGS_AT);
  if ((flags & ENCRYPTED) === 0) return undefined;
  const name = (flags & SECOND_TABLE) === 0 ? "0Table" : "1Table";
  const table = read(name);
  if (!table || (flags & OBFUSCATED) !== 0) throw notSupported();
  const length = main.readUInt32LE(INFO_LENGTH_AT);
  const cipher = oldOfficeCipher(table.subarray(0, length), passwords);
  const decrypted = (stream: Buffer, from: number): Buffer => {
    const keys = new BlockKeyStream(cipher, BLOCK);
    return Buffer.from(stream.map((byte, index) => (index < from ? byte : byte ^ keys.at(index))));
  };
  const plain = decrypted(main, PLAIN_HEADER);
  plain.writeUInt16LE(flags & ~ENCRYPTED, FLAGS_AT);
  const data = read("Data");
  return new Map([
    ["WordDocument", plain],
    [name, decrypted(table, length)],
    ...(data ? [["Data", decrypted(data, 0)] as const] : []),
  ]);
}
