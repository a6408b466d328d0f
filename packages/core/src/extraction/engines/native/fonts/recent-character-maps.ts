import { hash } from "node:crypto";
import { BaseStream, PartialEvaluator, Stream, ToUnicodeMap } from "../generated/pdfjs-core.mjs";

/** About 4 MB for each thread. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Larger maps are rare and would displace many small ones. */
const MAX_SHARE = 0.25;

/** Memory of a code in a map, without its text. */
const BYTES_PER_CODE = 40;

/** ToUnicode maps by the SHA-256 of their streams, the least recently used first; limited by their memory. */
class RecentMaps {
  readonly #maps = new Map<string, { readonly map: ToUnicodeMap; readonly bytes: number }>();
  #bytes = 0;

  get(key: string): ToUnicodeMap | undefined {
    const found = this.#maps.get(key);
    if (!found) return undefined;
    this.#maps.delete(key);
    this.#maps.set(key, found);
    return found.map;
  }

  add(key: string, map: ToUnicodeMap): void {
    const bytes = memoryOf(map);
    if (this.#maps.has(key) || bytes > MAX_KEPT_BYTES * MAX_SHARE) return;
    this.#maps.set(key, { map, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#maps) {
      if (this.#bytes <= MAX_KEPT_BYTES) return;
      this.#maps.delete(oldest);
      this.#bytes -= freed;
    }
  }
}

const recent = new RecentMaps();

/**
 * Makes pdf.js keep the maps of this thread. Documents of one program often contain the same ones, and parsing a map takes
 * longer than hashing it. The stream's bytes alone determine a map, so no document can change the text of another.
 */
export function keepRecentCharacterMaps(): void {
  const readToUnicode = PartialEvaluator.prototype.readToUnicode;
  PartialEvaluator.prototype.readToUnicode = async function (source) {
    const bytes = source instanceof BaseStream ? bytesOf(source) : undefined;
    if (bytes === undefined) return readToUnicode.call(this, source);
    const key = hash("sha256", bytes, "base64");
    const known = recent.get(key);
    if (known) return known.shared();
    const map = await readToUnicode.call(this, new Stream(bytes, 0, bytes.length));
    if (!(map instanceof ToUnicodeMap)) return map;
    recent.add(key, map);
    return map.shared();
  };
}

/** Undefined if the stream cannot be decoded, which pdf.js handles. */
function bytesOf(stream: BaseStream): Uint8Array | undefined {
  try {
    return stream.getBytes();
  } catch {
    return undefined;
  }
}

function memoryOf(map: ToUnicodeMap): number {
  return BYTES_PER_CODE * map.size + 2 * map.textLength();
}
