import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { usableFolder } from "../files/usable-folder.ts";
import { DATA_FOLDER, storeSecret, storedSecret } from "./secret-file.ts";

/** A key for secrets at rest. Every envelope names the id of its key. */
export interface SecretKey {
  readonly id: string;
  readonly key: Uint8Array;
}

/** The first key encrypts, all of them decrypt. */
export type Keyring = readonly [SecretKey, ...SecretKey[]];

/** AES-256. */
export const SECRET_KEY_BYTES = 32;

const KEY_ID_DIGITS = 8;

const FILE = "secret-keys";

/** Parses `id:base64,…`; undefined if it is malformed, a key has another length, or an id is repeated. */
export function parseKeyring(text: string): Keyring | undefined {
  const keys = text.split(",").map(parseKey);
  const [first, ...rest] = keys.flatMap((key) => (key ? [key] : []));
  if (!first || rest.length !== keys.length - 1) return undefined;
  const ids = new Set([first, ...rest].map(({ id }) => id));
  return ids.size === keys.length ? [first, ...rest] : undefined;
}

function parseKey(text: string): SecretKey | undefined {
  const [, id, base64] = /^\s*([\w-]+):([A-Za-z0-9+/]+={0,2})\s*$/.exec(text) ?? [];
  if (id === undefined || base64 === undefined) return undefined;
  const key = Buffer.from(base64, "base64");
  return key.length === SECRET_KEY_BYTES ? { id, key } : undefined;
}

export interface KeyringPlaces {
  readonly dataDir: string;
  /** The value of `GALLEY_SECRET_KEYS`. */
  readonly given: Keyring | undefined;
  /** The ids of the keys that encrypted the secrets in the database. */
  readonly neededIds: readonly string[];
}

/**
 * The configured keys, those of the data folder, or a new key that is stored there. If a needed key is
 * missing, this throws before anything is written, so the secrets stay intact until the key is restored.
 *
 * @throws Error that names the ids of the missing keys.
 */
export async function openKeyring({ dataDir, given, neededIds }: KeyringPlaces): Promise<Keyring> {
  const file = join(dataDir, FILE);
  const keyring = given ?? (await keyringOf(file));
  const missing = neededIds.filter((id) => !keyring?.some((key) => key.id === id));
  if (missing.length > 0) {
    const names = missing.map((id) => `"${id}"`).join(", ");
    const place = given ? "GALLEY_SECRET_KEYS" : `${file}, and GALLEY_SECRET_KEYS is not set`;
    throw new Error(`Secrets in the database need the key ${names}, which is not in ${place}`);
  }
  if (keyring) return keyring;
  await usableFolder(dataDir, DATA_FOLDER);
  // If several processes start together on one folder, one stores its key and the others use it.
  await storeSecret(file, newKeyring());
  const kept = await keyringOf(file);
  if (!kept) throw new Error(`${file} cannot be read back`);
  return kept;
}

async function keyringOf(file: string): Promise<Keyring | undefined> {
  const text = await storedSecret(file);
  if (text === undefined) return undefined;
  const keyring = parseKeyring(text);
  if (keyring) return keyring;
  throw new Error(`${file} is damaged: expected id:base64 with ${SECRET_KEY_BYTES} bytes`);
}

/** The id is derived from the key, so keys of different folders have different ids. */
function newKeyring(): string {
  const key = randomBytes(SECRET_KEY_BYTES);
  const id = createHash("sha256").update(key).digest("hex").slice(0, KEY_ID_DIGITS);
  return `${id}:${key.toString("base64")}`;
}
