import { stat } from "node:fs/promises";
import type { DocumentSource } from "./document-source.ts";
import { pathOf } from "./document-source.ts";

/** Time without a request after which the value is released. */
const KEPT_MS = 60_000;

interface Kept<Value> {
  readonly key: unknown;
  readonly settings: string;
  readonly value: Promise<Value>;
}

/** Caches what was made from the most recently requested document. */
export class Recent<Value> {
  #kept: Kept<Value> | undefined;
  #forget: NodeJS.Timeout | undefined;

  /** The settings, such as a password, are part of the key. Throws as `load` does. */
  async get(source: DocumentSource, settings: string, load: () => Promise<Value>): Promise<Value> {
    const key = source instanceof Uint8Array ? source : await fingerprintOf(pathOf(source));
    if (this.#kept?.key !== key || this.#kept.settings !== settings) {
      this.#kept = { key, settings, value: load() };
    }
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => {
      this.#kept = undefined;
    }, KEPT_MS).unref();
    const { value } = this.#kept;
    try {
      return await value;
    } catch (error) {
      if (this.#kept?.value === value) this.#kept = undefined;
      throw error;
    }
  }
}

/** Identifies a file and its version; only the path if the file does not exist. */
async function fingerprintOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return JSON.stringify([path, ino, size, mtimeMs]);
  } catch {
    return path;
  }
}
