import { createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { ZipArchive } from "../archive/zip.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { childOf, elementsBelow, parseXml, type XmlElement } from "../readers/xml/xml-element.ts";
import { passwordRequired } from "./office-encryption.ts";

const MAX_ITERATIONS = 1_000_000;
const MAX_ENTRY_BYTES = 256 * 2 ** 20;

/** The encrypted entries of an OpenDocument file, by name; empty if it is not encrypted. */
export function encryptedEntries(archive: ZipArchive): ReadonlyMap<string, XmlElement> {
  const manifest = archive.read("META-INF/manifest.xml");
  const entries = manifest ? [...elementsBelow(parseXml(manifest), "file-entry")] : [];
  return new Map(
    entries.flatMap((entry) => {
      const encryption = childOf(entry, "encryption-data");
      return encryption ? [[entry.attributes["full-path"] ?? "", encryption]] : [];
    }),
  );
}

/** The same file without encryption. */
export function decryptOpenDocument(
  archive: ZipArchive,
  entries: ReadonlyMap<string, XmlElement>,
  password: string,
): Uint8Array {
  if (password === "") throw passwordRequired("and no password was given");
  const files: Record<string, Uint8Array> = {};
  for (const name of archive.names) {
    const bytes = archive.read(name) ?? new Uint8Array(0);
    const encryption = entries.get(name);
    if (encryption) files[name] = decryptEntry(bytes, encryption, password);
    else if (name !== "META-INF/manifest.xml") files[name] = bytes;
  }
  return zipSync(files, { level: 0 });
}

function decryptEntry(bytes: Uint8Array, encryption: XmlElement, password: string): Uint8Array {
  const { algorithm, derivation, start } = {
    algorithm: childOf(encryption, "algorithm")?.attributes ?? {},
    derivation: childOf(encryption, "key-derivation")?.attributes ?? {},
    start: childOf(encryption, "start-key-generation")?.attributes ?? {},
  };
  const iterations = Number(derivation["iteration-count"]);
  const isAes = /aes(?:128|192|256)-cbc$/i.test(algorithm["algorithm-name"] ?? "");
  if (
    !isAes ||
    !/PBKDF2$/i.test(derivation["key-derivation-name"] ?? "") ||
    !(iterations <= MAX_ITERATIONS)
  ) {
    const message =
      "The document is encrypted in a way that is not supported. Remove its encryption, or convert it to PDF first.";
    throw new ExtractionError("UNSUPPORTED_DOCUMENT", message);
  }
  const startHash = /256$/.test(start["start-key-generation-name"] ?? "") ? "sha256" : "sha1";
  const secret = createHash(startHash).update(password, "utf8").digest();
  const keyBytes = Number(derivation["key-size"] ?? 32);
  const salt = Buffer.from(derivation["salt"] ?? "", "base64");
  const key = pbkdf2Sync(secret, salt, iterations, keyBytes, "sha1");
  const iv = Buffer.from(algorithm["initialisation-vector"] ?? "", "base64");
  try {
    const aes = createDecipheriv(`aes-${keyBytes * 8}-cbc`, key, iv);
    aes.setAutoPadding(false);
    const deflated = Buffer.concat([aes.update(bytes), aes.final()]);
    return inflateRawSync(deflated, { maxOutputLength: MAX_ENTRY_BYTES });
  } catch (cause) {
    throw passwordRequired("and the given one is wrong", { cause });
  }
}
