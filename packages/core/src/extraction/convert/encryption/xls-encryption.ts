import { BlockKeyStream } from "./block-streams.ts";
import { notSupported } from "../model/encryption-errors.ts";
import { missingPassword, oldOfficeCipher } from "./old-office-key.ts";

const FILE_PASS = 0x2f;
const SHEET = 0x85;
const SHEET_PLACE = 4;
const BLOCK = 1024;
const XOR = 0;
const RC4 = 1;

/** Records that are never encrypted, such as the first one ([MS-XLS] 2.2.10). */
const PLAIN: ReadonlySet<number> = new Set([
  0x0809,
  0x0409,
  0x0209,
  0x0009,
  FILE_PASS,
  0xe1,
  0x138,
  0x194,
  0x195,
  0x196,
]);

/** The encryption header is one of the first records. */
const HEADER_WITHIN = 20;

/** The record that takes the place of the encryption header: the country, which readers do not need. */
const IGNORED = 0x8c;

interface WorkbookRecord {
  readonly type: number;
  /** Where its data starts and ends in the stream. */
  readonly start: number;
  readonly end: number;
}

/** Decrypts the byte at a place of a record. */
type DecryptByte = (byte: number, place: number, record: WorkbookRecord) => number;

/**
 * Decrypts the stream of an XLS workbook; undefined if it is not encrypted.
 *
 * @throws ExtractionError `PASSWORD_REQUIRED` or `UNSUPPORTED_DOCUMENT`
 */
export function decryptXls(stream: Buffer, passwords: readonly string[]): Buffer | undefined {
  const header = headerOf(stream);
  if (!header) return undefined;
  const decrypt = decryptionOf(stream.subarray(header.start, header.end), passwords);
  const plain = Buffer.from(stream);
  plain.writeUInt16LE(IGNORED, header.start - 4);
  for (const record of recordsOf(stream)) {
    if (record.start <= header.start || PLAIN.has(record.type)) continue;
    const first = record.type === SHEET ? record.start + SHEET_PLACE : record.start;
    for (let at = first; at < record.end; at++) plain[at] = decrypt(plain[at] ?? 0, at, record);
  }
  return plain;
}

function headerOf(stream: Buffer): WorkbookRecord | undefined {
  let count = 0;
  for (const record of recordsOf(stream)) {
    if (record.type === FILE_PASS) return record;
    if (++count >= HEADER_WITHIN) return undefined;
  }
  return undefined;
}

function* recordsOf(stream: Buffer): Generator<WorkbookRecord, void, undefined> {
  for (let at = 0; at + 4 <= stream.length;) {
    const end = at + 4 + stream.readUInt16LE(at + 2);
    yield { type: stream.readUInt16LE(at), start: at + 4, end: Math.min(end, stream.length) };
    at = end;
  }
}

function decryptionOf(info: Buffer, passwords: readonly string[]): DecryptByte {
  const type = info.length === 4 ? XOR : info.length < 6 ? undefined : info.readUInt16LE(0);
  if (type === XOR) return xorDecryption(info.subarray(-4), passwords);
  if (type !== RC4) throw notSupported();
  const stream = new BlockKeyStream(oldOfficeCipher(info.subarray(2), passwords), BLOCK);
  return (byte, place) => byte ^ stream.at(place);
}

/** XOR obfuscation by method 1 ([MS-OFFCRYPTO] 2.3.7); `info` is the key and the verifier of the password. */
function xorDecryption(info: Buffer, passwords: readonly string[]): DecryptByte {
  const verifier = info.readUInt16LE(2);
  const bytes = passwords
    .map((one) => Buffer.from(one, "latin1"))
    .find((one) => verifierOf(one) === verifier);
  if (!bytes) throw missingPassword(passwords);
  const filled = Buffer.concat([bytes, FILLER]).subarray(0, 16);
  const keys = Array.from(filled, (byte, index) => rotatedRight(byte ^ (info[index % 2] ?? 0), 1));
  return (byte, place, { start, end }) =>
    rotatedRight(byte ^ (keys[(place + end - start) % keys.length] ?? 0), 5);
}

const FILLER = Buffer.from("bbffffbaffffb98000be0f00bf0f00", "hex");

function rotatedRight(byte: number, bits: number): number {
  return ((byte >> bits) | (byte << (8 - bits))) & 0xff;
}

function verifierOf(password: Buffer): number {
  let verifier = 0;
  for (const byte of Buffer.concat([Buffer.from([password.length]), password]).toReversed())
    verifier = (((verifier & 0x4000) >> 14) | ((verifier << 1) & 0x7fff)) ^ byte;
  return verifier ^ 0xce4b;
}
