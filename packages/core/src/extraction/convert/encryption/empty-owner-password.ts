import { createCipheriv, createDecipheriv, createHash } from "node:crypto";

/** A string of a PDF and where it is written. */
interface WrittenString {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Where the strings of an encryption dictionary of revision 5 or 6 are. */
interface EncryptionStrings {
  readonly revision: 5 | 6;
  readonly owner: WrittenString;
  readonly user: WrittenString;
  readonly ownerKey: WrittenString;
  readonly userKey: WrittenString;
}

/** Lengths of the parts of `O` and `U`: the hash of the password, and the salts of the hash and of the key. */
const HASH = 32;
const SALT = 8;
const WHOLE = HASH + 2 * SALT;

/**
 * A PDF with 256-bit encryption whose owner password is empty, changed so that its user password is empty as well;
 * others as they are. No engine tries the empty owner password of these revisions. Nothing moves in the file: only the
 * strings `U` and `UE` of its encryption dictionary (ISO 32000-2, 7.6.4.4) are written anew.
 */
export function openedByEmptyOwner(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = encryptionStrings(file);
  if (!found) return bytes;
  const { revision, owner, user, ownerKey } = found;
  const whole = user.bytes.subarray(0, WHOLE);
  const hashOf = (salt: Buffer, ofUser: Buffer): Buffer => passwordHash(revision, salt, ofUser);
  const ownerHash = hashOf(owner.bytes.subarray(HASH, HASH + SALT), whole);
  if (!ownerHash.equals(owner.bytes.subarray(0, HASH))) return bytes;
  if (hashOf(whole.subarray(HASH, HASH + SALT), EMPTY).equals(whole.subarray(0, HASH))) return bytes;
  const fileKey = decrypted(hashOf(owner.bytes.subarray(HASH + SALT, WHOLE), whole), ownerKey.bytes);
  const written = newStrings(found, (salt) => hashOf(salt, EMPTY), fileKey);
  if (!written) return bytes;
  const opened = new Uint8Array(new SharedArrayBuffer(file.length));
  opened.set(file);
  for (const { at, text } of written) opened.set(Buffer.from(text, "latin1"), at);
  return opened;
}

const EMPTY = Buffer.alloc(0);

/** The hash of the empty password; owners' hashes include `U`. Revision 6: Algorithm 2.B. */
function passwordHash(revision: 5 | 6, salt: Buffer, user: Buffer): Buffer {
  let key = digest("sha256", Buffer.concat([salt, user]));
  if (revision === 5) return key;
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => Buffer.concat([key, user])));
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    const scrambled = cipher.setAutoPadding(false).update(repeated);
    const remainder = scrambled.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = digest(HASHES[remainder] ?? "sha256", scrambled);
    last = scrambled.at(-1) ?? 0;
  }
  return key.subarray(0, HASH);
}

const HASHES = ["sha256", "sha384", "sha512"] as const;

function digest(algorithm: (typeof HASHES)[number], bytes: Buffer): Buffer {
  return createHash(algorithm).update(bytes).digest();
}

function decrypted(key: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-cbc", key, Buffer.alloc(16));
  return decipher.setAutoPadding(false).update(bytes.subarray(0, HASH));
}

function encrypted(key: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-cbc", key, Buffer.alloc(16));
  return cipher.setAutoPadding(false).update(bytes);
}

/** Salts that are tried until the strings need no more characters than they have. */
const MAX_SALTS = 300;

/** What is written over `U` and `UE` for the empty user password. */
function newStrings(
  { user, userKey }: EncryptionStrings,
  hashOf: (salt: Buffer) => Buffer,
  fileKey: Buffer,
): readonly { readonly at: number; readonly text: string }[] | undefined {
  for (let index = 0; index < MAX_SALTS; index++) {
    const salt = Buffer.from(String(index).padStart(SALT, "0"), "latin1");
    const hash = hashOf(salt);
    const [ofUser, ofKey] = [Buffer.concat([hash, salt, salt]), encrypted(hash, fileKey)].map(literal);
    if (ofUser === undefined || ofKey === undefined) return undefined;
    const [userLength, keyLength] = [user.end - user.start, userKey.end - userKey.start];
    if (ofUser.length <= userLength && ofKey.length <= keyLength)
      return [
        { at: user.start, text: ofUser.padEnd(userLength) },
        { at: userKey.start, text: ofKey.padEnd(keyLength) },
      ];
  }
  return undefined;
}

/** A literal string of PDF, of Latin-1 characters. */
function literal(bytes: Buffer): string {
  return `(${bytes
    .toString("latin1")
    .replaceAll(/[\\()]/g, String.raw`\$&`)
    .replaceAll("\r", String.raw`\r`)})`;
}

/** Characters of a dictionary that are read. */
const MAX_DICTIONARY = 8192;

function encryptionStrings(file: Buffer): EncryptionStrings | undefined {
  const text = dictionaryAt(file);
  if (text === undefined) return undefined;
  const [, revision] = /\/R\s*([56])\b/.exec(text.source) ?? [];
  const [owner, user, ownerKey, userKey] = ["O", "U", "OE", "UE"].map((name) => stringOf(text, name));
  if (revision === undefined || !owner || !user || !ownerKey || !userKey) return undefined;
  const isWhole = [owner, user].every(({ bytes }) => bytes.length >= WHOLE);
  if (!isWhole || ownerKey.bytes.length < HASH || userKey.bytes.length < HASH) return undefined;
  return { revision: revision === "5" ? 5 : 6, owner, user, ownerKey, userKey };
}

interface DictionaryText {
  readonly source: string;
  /** Where it begins in the file. */
  readonly at: number;
}

/** The encryption dictionary, which is never compressed. */
function dictionaryAt(file: Buffer): DictionaryText | undefined {
  const entry = file.lastIndexOf("/Encrypt");
  if (entry === -1) return undefined;
  const value = textAt(file, entry + "/Encrypt".length);
  const [, number, generation] = /^\s*(\d+)\s+(\d+)\s+R/.exec(value.source) ?? [];
  if (number === undefined || generation === undefined) return value;
  const head = `${number} ${generation} obj`;
  const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
  for (let at = file.lastIndexOf(head); at !== -1; at = at === 0 ? -1 : file.lastIndexOf(head, at - 1))
    if (!isDigit(file[at - 1])) return textAt(file, at);
  return undefined;
}

function textAt(file: Buffer, at: number): DictionaryText {
  return { source: file.toString("latin1", at, at + MAX_DICTIONARY), at };
}

function stringOf({ source, at }: DictionaryText, name: string): WrittenString | undefined {
  const start = new RegExp(String.raw`/${name}\s*(?=[(<])`).exec(source);
  if (!start) return undefined;
  const from = start.index + start[0].length;
  const rest = source.slice(from);
  const [hex] = /^<[\da-fA-F\s]*>/.exec(rest) ?? [];
  if (hex !== undefined) {
    const bytes = Buffer.from(hex.replaceAll(/[^\da-fA-F]/g, ""), "hex");
    return { bytes, start: at + from, end: at + from + hex.length };
  }
  const read = literalAt(rest);
  return read && { bytes: read.bytes, start: at + from, end: at + from + read.length };
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Reads a literal string at the start of a text (ISO 32000-2, 7.3.4.2). */
function literalAt(text: string): { readonly bytes: Buffer; readonly length: number } | undefined {
  const part = /\\([0-7]{1,3})|\\(\r\n|[^])|([()])|\r\n?|[^]/y;
  let read = "";
  let depth = 0;
  while (part.lastIndex < text.length) {
    const [whole, octal, escape, bracket] = part.exec(text) ?? [""];
    if (octal !== undefined) read += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    else if (escape !== undefined) read += /[\r\n]/.test(escape) ? "" : (ESCAPED[escape] ?? escape);
    else if (bracket === undefined) read += whole.startsWith("\r") ? "\n" : whole;
    else {
      depth += bracket === "(" ? 1 : -1;
      if (depth === 0) return { bytes: Buffer.from(read, "latin1"), length: part.lastIndex };
      if (bracket === ")" || depth > 1) read += bracket;
    }
  }
  return undefined;
}
