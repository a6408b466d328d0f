import { createDecipheriv, timingSafeEqual } from "node:crypto";
import { notSupported, passwordRequired } from "../model/encryption-errors.ts";
import { elementsBelow, findElement, numberOf, parseXml, type XmlElement } from "../xml/xml-element.ts";
import { digest, uint32 } from "./digests.ts";

/** Excel opens workbooks with this password without asking for one; protected ones are encrypted with it. */
export const DEFAULT_PASSWORD = "VelvetSweatshop";

/** A password that is tried, and why it is wrong if it is. */
interface TriedPassword {
  readonly text: string;
  readonly reason: string;
}

/**
 * Decrypts the package of an encrypted Office Open XML file ([MS-OFFCRYPTO]); without a password, with the default one.
 */
export function decryptOffice(streams: ReadonlyMap<string, Uint8Array>, given: string): Uint8Array {
  const password: TriedPassword =
    given === ""
      ? { text: DEFAULT_PASSWORD, reason: "and no password was given" }
      : { text: given, reason: "and the given password is wrong" };
  const stream = (name: string): Buffer => {
    const found = [...streams].find(([path]) => path.endsWith(`/${name}`))?.[1];
    if (!found) throw notSupported();
    return Buffer.from(found);
  };
  const info = stream("EncryptionInfo");
  const encrypted = stream("EncryptedPackage");
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const size = Number(encrypted.readBigUInt64LE(0));
  const content = encrypted.subarray(8);
  if (major === 4 && minor === 4) return decryptAgile(info.subarray(8), content, password).subarray(0, size);
  if (minor === 2 && major >= 2 && major <= 4)
    return decryptStandard(info, content, password).subarray(0, size);
  throw notSupported();
}

/** Keys are derived with so many hashes at most; programs write 100,000. */
const MAX_SPINS = 1_000_000;

/** The purposes of keys, as the specification numbers them. */
const PURPOSE = {
  verifierInput: Buffer.from("fea7d2763b4b9e79", "hex"),
  verifierHash: Buffer.from("d7aa0f6d3061344e", "hex"),
  key: Buffer.from("146e0be7abacd0d6", "hex"),
} as const;

const SEGMENT = 4096;

function decryptAgile(description: Uint8Array, content: Uint8Array, password: TriedPassword): Buffer {
  const root = parseXml(description);
  const data = cipherOf(findElement(root, "keyData"));
  const [element] = [...elementsBelow(root, "encryptedKey")];
  const own = cipherOf(element);
  const spins = numberOf(element, "spinCount") ?? 0;
  if (spins > MAX_SPINS) throw notSupported();
  const secret = agileSecret(own, password.text, spins);
  const opened = (purpose: Buffer, attribute: string): Buffer =>
    decipher(own, sized(hash(own, secret, purpose), own.keyBytes), own.salt, base64(element, attribute));
  const input = opened(PURPOSE.verifierInput, "encryptedVerifierHashInput");
  const expected = opened(PURPOSE.verifierHash, "encryptedVerifierHashValue");
  const actual = hash(own, input);
  if (!timingSafeEqual(actual, expected.subarray(0, actual.length))) throw passwordRequired(password.reason);
  const key = opened(PURPOSE.key, "encryptedKeyValue").subarray(0, data.keyBytes);
  const parts: Buffer[] = [];
  for (let at = 0, segment = 0; at < content.length; at += SEGMENT, segment++) {
    const iv = hash(data, data.salt, uint32(segment));
    parts.push(decipher(data, key, iv, content.subarray(at, at + SEGMENT)));
  }
  return Buffer.concat(parts);
}

interface Cipher {
  readonly salt: Buffer;
  readonly keyBytes: number;
  readonly blockBytes: number;
  readonly hash: string;
}

const HASHES: Readonly<Record<string, string>> = {
  SHA1: "sha1",
  "SHA-1": "sha1",
  SHA256: "sha256",
  SHA384: "sha384",
  SHA512: "sha512",
};

function cipherOf(element: XmlElement | undefined): Cipher {
  const { cipherAlgorithm, cipherChaining, hashAlgorithm = "" } = element?.attributes ?? {};
  const algorithm = HASHES[hashAlgorithm];
  const keyBytes = (numberOf(element, "keyBits") ?? 0) / 8;
  if (
    cipherAlgorithm !== "AES" ||
    cipherChaining !== "ChainingModeCBC" ||
    algorithm === undefined ||
    ![16, 24, 32].includes(keyBytes)
  )
    throw notSupported();
  return { salt: base64(element, "saltValue"), keyBytes, blockBytes: 16, hash: algorithm };
}

function agileSecret(cipher: Cipher, password: string, spins: number): Buffer {
  let value = hash(cipher, cipher.salt, Buffer.from(password, "utf16le"));
  for (let spin = 0; spin < spins; spin++) value = hash(cipher, uint32(spin), value);
  return value;
}

function decipher(cipher: Cipher, key: Buffer, iv: Buffer, content: Uint8Array): Buffer {
  const aes = createDecipheriv(`aes-${key.length * 8}-cbc`, key, sized(iv, cipher.blockBytes)).setAutoPadding(
    false,
  );
  const whole = content.subarray(0, content.length - (content.length % cipher.blockBytes));
  return Buffer.concat([aes.update(whole), aes.final()]);
}

/** Cut, or filled as the specification says. */
function sized(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);
}

const STANDARD_SPINS = 50_000;
/** Where the header of the standard encryption starts, and the key size in it. */
const HEADER_AT = 12;
const KEY_SIZE_AT = 16;

function decryptStandard(info: Buffer, content: Uint8Array, password: TriedPassword): Buffer {
  const headerSize = info.readUInt32LE(8);
  const keyBytes = (info.readUInt32LE(HEADER_AT + KEY_SIZE_AT) || 128) / 8;
  const verifier = info.subarray(HEADER_AT + headerSize);
  const salt = verifier.subarray(4, 20);
  if (![16, 24, 32].includes(keyBytes)) throw notSupported();
  let value = sha1(salt, Buffer.from(password.text, "utf16le"));
  for (let spin = 0; spin < STANDARD_SPINS; spin++) value = sha1(uint32(spin), value);
  const last = sha1(value, uint32(0));
  const key = Buffer.concat([sha1(padded(last, 0x36)), sha1(padded(last, 0x5c))]).subarray(0, keyBytes);
  const actual = sha1(decipherBlocks(key, verifier.subarray(20, 36)));
  const expected = decipherBlocks(key, verifier.subarray(40, 72));
  if (!timingSafeEqual(actual, expected.subarray(0, actual.length))) throw passwordRequired(password.reason);
  return decipherBlocks(key, content);
}

function padded(bytes: Buffer, filler: number): Buffer {
  const block = Buffer.alloc(64, filler);
  for (const [index, byte] of bytes.entries()) block[index] = byte ^ filler;
  return block;
}

function decipherBlocks(key: Buffer, content: Uint8Array): Buffer {
  const aes = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const whole = content.subarray(0, content.length - (content.length % 16));
  return Buffer.concat([aes.update(whole), aes.final()]);
}

function hash(cipher: Cipher, ...parts: readonly Buffer[]): Buffer {
  return digest(cipher.hash, ...parts);
}

function sha1(...parts: readonly Buffer[]): Buffer {
  return digest("sha1", ...parts);
}

function base64(element: XmlElement | undefined, attribute: string): Buffer {
  return Buffer.from(element?.attributes[attribute] ?? "", "base64");
}
