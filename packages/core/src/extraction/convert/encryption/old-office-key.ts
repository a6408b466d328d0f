import { timingSafeEqual } from "node:crypto";
import type { ExtractionError } from "../../failure/extraction-error.ts";
import { digest, uint32 } from "./digests.ts";
import { DEFAULT_PASSWORD } from "./office-encryption.ts";
import { notSupported, passwordRequired } from "../model/encryption-errors.ts";
import { Rc4 } from "./rc4.ts";

/** Makes the key stream of a block of an encrypted DOC, XLS or PPT file. */
export type BlockCipher = (block: number) => Rc4;

const VERIFIER = 16;
const SALT = 16;

/**
 * The cipher that an encryption header describes ([MS-OFFCRYPTO] 2.3.5, RC4 CryptoAPI; 2.3.6, RC4 with 40 bits).
 *
 * @param info the header from its version on.
 * @throws ExtractionError `PASSWORD_REQUIRED`, or `UNSUPPORTED_DOCUMENT` for other encryptions.
 */
export function oldOfficeCipher(info: Buffer, passwords: readonly string[]): BlockCipher {
  const header = headerOf(info);
  for (const password of passwords) {
    const cipher = header.cipherOf(password);
    const stream = cipher(0);
    const verifier = stream.applied(header.verifier);
    const hash = stream.applied(header.hash);
    if (timingSafeEqual(hash, digest(header.algorithm, verifier))) return cipher;
  }
  throw missingPassword(passwords);
}

/** The error if none of these passwords is the document's. */
export function missingPassword(passwords: readonly string[]): ExtractionError {
  const isGiven = passwords.some((password) => password !== "" && password !== DEFAULT_PASSWORD);
  return passwordRequired(isGiven ? "and the given password is wrong" : "and no password was given");
}

interface EncryptionHeader {
  readonly algorithm: "md5" | "sha1";
  readonly verifier: Buffer;
  readonly hash: Buffer;
  readonly cipherOf: (password: string) => BlockCipher;
}

function headerOf(info: Buffer): EncryptionHeader {
  if (info.length < 8) throw notSupported();
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  if (major === 1 && minor === 1) return basicHeader(info.subarray(4));
  if (minor === 2 && major >= 2 && major <= 4) return cryptoApiHeader(info.subarray(8));
  throw notSupported();
}

const MD5 = 16;

function basicHeader(data: Buffer): EncryptionHeader {
  if (data.length < SALT + VERIFIER + MD5) throw notSupported();
  const salt = data.subarray(0, SALT);
  return {
    algorithm: "md5",
    verifier: data.subarray(SALT, SALT + VERIFIER),
    hash: data.subarray(SALT + VERIFIER, SALT + VERIFIER + MD5),
    cipherOf: (password) => {
      const first = digest("md5", Buffer.from(password, "utf16le")).subarray(0, 5);
      const salted = Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([first, salt])));
      const secret = digest("md5", salted).subarray(0, 5);
      return (block) => new Rc4(digest("md5", secret, uint32(block)));
    },
  };
}

const SHA1 = 20;
const RC4_ALGORITHM = 0x6801;
/** Where the algorithm and the size of the key are in the header. */
const ALGORITHM_AT = 8;
const KEY_BITS_AT = 16;
const SHORT_KEY = 5;

/** `data` starts with the size of the header; the verifier follows it. */
function cryptoApiHeader(data: Buffer): EncryptionHeader {
  const size = data.length < 4 ? 0 : data.readUInt32LE(0);
  const verifier = data.subarray(4 + size);
  if (size < KEY_BITS_AT + 4 || verifier.length < 4 + SALT + VERIFIER + 4 + SHA1) throw notSupported();
  if (data.readUInt32LE(4 + ALGORITHM_AT) !== RC4_ALGORITHM) throw notSupported();
  const keyBytes = (data.readUInt32LE(4 + KEY_BITS_AT) || 40) / 8;
  if (!Number.isInteger(keyBytes) || keyBytes < SHORT_KEY || keyBytes > 16) throw notSupported();
  const salt = verifier.subarray(4, 4 + SALT);
  return {
    algorithm: "sha1",
    verifier: verifier.subarray(4 + SALT, 4 + SALT + VERIFIER),
    hash: verifier.subarray(4 + SALT + VERIFIER + 4, 4 + SALT + VERIFIER + 4 + SHA1),
    cipherOf: (password) => {
      const secret = digest("sha1", salt, Buffer.from(password, "utf16le"));
      return (block) => {
        const key = digest("sha1", secret, uint32(block)).subarray(0, keyBytes);
        // Keys of 40 bits are filled with zeros.
        return new Rc4(keyBytes === SHORT_KEY ? Buffer.concat([key, Buffer.alloc(11)]) : key);
      };
    },
  };
}
