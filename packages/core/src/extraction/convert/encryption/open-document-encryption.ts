import { createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import type { ZipArchive } from "../archive/zip.ts";
import { childOf, elementsBelow, parseXml, type XmlElement } from "../xml/xml-element.ts";
import { notSupported, passwordRequired } from "../model/encryption-errors.ts";

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
  const { key, iv } = keyOf(encryption, password);
  try {
    const aes = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
    const deflated = Buffer.concat([aes.update(bytes), aes.final()]);
    return inflateRawSync(deflated, { maxOutputLength: MAX_ENTRY_BYTES });
  } catch (cause) {
    throw passwordRequired("and the given password is wrong", { cause });
  }
}

function keyOf(encryption: XmlElement, password: string): { readonly key: Buffer; readonly iv: Buffer } {
  const attribute = (element: string, name: string): string =>
    childOf(encryption, element)?.attributes[name] ?? "";
  const iterations = Number(attribute("key-derivation", "iteration-count"));
  const isAes = /aes(?:128|192|256)-cbc$/i.test(attribute("algorithm", "algorithm-name"));
  const isDerived = /PBKDF2$/i.test(attribute("key-derivation", "key-derivation-name"));
  if (!isAes || !isDerived || !(iterations <= MAX_ITERATIONS)) throw notSupported();
  const isSha256 = attribute("start-key-generation", "start-key-generation-name").endsWith("256");
  const secret = createHash(isSha256 ? "sha256" : "sha1")
    .update(password, "utf8")
    .digest();
  const salt = Buffer.from(attribute("key-derivation", "salt"), "base64");
  const keyBytes = Number(attribute("key-derivation", "key-size") || 32);
  return {
    key: pbkdf2Sync(secret, salt, iterations, keyBytes, "sha1"),
    iv: Buffer.from(attribute("algorithm", "initialisation-vector"), "base64"),
  };
}
