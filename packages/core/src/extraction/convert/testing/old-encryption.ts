import { createHash } from "node:crypto";
import type { BlockCipher } from "../encryption/old-office-key.ts";
import { Rc4 } from "../encryption/rc4.ts";
import { u16, u32 } from "./doc-file.ts";

const SALT = Buffer.from("00112233445566778899aabbccddeeff", "hex");
const VERIFIER = Buffer.from("0123456789abcdef0123456789abcdef", "hex");

const hash = (name: string, ...parts: readonly Buffer[]): Buffer =>
  createHash(name).update(Buffer.concat(parts)).digest();
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");

/** The encryption of an old Office file. */
export interface Encryption {
  /** The header from its version on. */
  readonly info: Buffer;
  readonly cipher: BlockCipher;
}

/** RC4 with 40 bits ([MS-OFFCRYPTO] 2.3.6). */
export function rc4With40Bits(password: string): Encryption {
  const first = hash("md5", wide(password)).subarray(0, 5);
  const repeated = Array.from({ length: 16 }, () => [first, SALT]).flat();
  const secret = hash("md5", ...repeated).subarray(0, 5);
  const cipher: BlockCipher = (block) => new Rc4(hash("md5", secret, u32(block)));
  const verified = cipher(0).applied(Buffer.concat([VERIFIER, hash("md5", VERIFIER)]));
  return { info: Buffer.concat([u16(1, 1), SALT, verified]), cipher };
}

/** RC4 CryptoAPI ([MS-OFFCRYPTO] 2.3.5). */
export function rc4CryptoApi(password: string, bits: 40 | 128): Encryption {
  const secret = hash("sha1", SALT, wide(password));
  const cipher: BlockCipher = (block) => {
    const key = hash("sha1", secret, u32(block)).subarray(0, bits / 8);
    return new Rc4(Buffer.concat([key, Buffer.alloc(16 - key.length)]));
  };
  const verified = cipher(0).applied(Buffer.concat([VERIFIER, hash("sha1", VERIFIER)]));
  const provider = wide("Microsoft Enhanced Cryptographic Provider v1.0\0");
  const header = Buffer.concat([u32(4, 0, 0x6801, 0x8004, bits, 1, 0, 0), provider]);
  const verifier = Buffer.concat([u32(16), SALT, verified.subarray(0, 16), u32(20), verified.subarray(16)]);
  return { info: Buffer.concat([u16(2, 2), u32(4, header.length), header, verifier]), cipher };
}
