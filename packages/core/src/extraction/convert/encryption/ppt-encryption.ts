import { PersistentObjects } from "../readers/ppt/persistent-objects.ts";
import { int32At } from "../readers/office-art/office-records.ts";
import { notSupported } from "../model/encryption-errors.ts";
import { oldOfficeCipher } from "./old-office-key.ts";
import type { ReadStream } from "./doc-encryption.ts";

/** What the current user's record says of an encrypted presentation, and of others. */
const ENCRYPTED = 0xf3d1c4df;
const PLAIN = 0xe391c05f;
const TOKEN_AT = 12;
const CRYPT_SESSION = 0x2f14;
const HEADER = 8;

/**
 * Decrypts the streams of a PPT file; undefined if it is not encrypted ([MS-PPT] 2.3.7). Each of its objects has a key
 * of its own. Pictures stay as they are.
 *
 * @throws ExtractionError `PASSWORD_REQUIRED` or `UNSUPPORTED_DOCUMENT`
 */
export function decryptPpt(
  read: ReadStream,
  passwords: readonly string[],
): ReadonlyMap<string, Buffer> | undefined {
  const user = read("Current User");
  const document = read("PowerPoint Document");
  if (!user || !document || int32At(user, TOKEN_AT) >>> 0 !== ENCRYPTED) return undefined;
  const objects = new PersistentObjects(document, user);
  const session = objects.object(objects.encryption);
  if (session?.type !== CRYPT_SESSION) throw notSupported();
  const cipher = oldOfficeCipher(session.data, passwords);
  const plain = Buffer.from(document);
  // Objects that overlap are damaged; they are not decrypted again and again.
  let left = document.length;
  for (const [id, offset] of objects.places) {
    if (id === objects.encryption || offset + HEADER > document.length) continue;
    const stream = cipher(id);
    const header = stream.applied(document.subarray(offset, offset + HEADER));
    header.copy(plain, offset);
    const end = offset + HEADER + Math.min(header.readUInt32LE(4), left);
    left = Math.max(0, left - (end - offset));
    stream.applied(document.subarray(offset + HEADER, end)).copy(plain, offset + HEADER);
  }
  const opened = Buffer.from(user);
  opened.writeUInt32LE(PLAIN, TOKEN_AT);
  return new Map([
    ["Current User", opened],
    ["PowerPoint Document", plain],
  ]);
}
