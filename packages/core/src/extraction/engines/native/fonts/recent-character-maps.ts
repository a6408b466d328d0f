import { crc32 } from "node:zlib";
import { BaseStream, PartialEvaluator, Stream, ToUnicodeMap } from "../generated/pdfjs-core.mjs";

/** About 4 MB for each thread. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Larger maps are rare and would displace many small ones. */
const MAX_SHARE = 0.25;

/** Memory of a code in a map, without its text. */
const BYTES_PER_CODE = 40;

/** A map and the stream that it was read from. */
interface KeptMap {
  readonly stream: Uint8Array;
  readonly map: ToUnicodeMap;
  /** The memory of both. */
  readonly bytes: number;
}

/** ToUnicode maps by the checksum of their streams, the least recently used first; limited by their memory. */
class RecentMaps {
  readonly #maps = new Map<number, KeptMap>();
  #bytes = 0;

  /** The checksum only finds a map: its stream is compared, so that no document can change the text of another. */
  get(stream: Uint8Array): ToUnicodeMap | undefined {
    const key = crc32(stream);
    const found = this.#maps.get(key);
    if (!found || Buffer.compare(found.stream, stream) !== 0) return undefined;
    this.#maps.delete(key);
    this.#maps.set(key, found);
    return found.map;
  }

  add(stream: Uint8Array, map: ToUnicodeMap): void {
    const key = crc32(stream);
    const bytes = memoryOf(map) + stream.length;
    if (this.#maps.has(key) || bytes > MAX_KEPT_BYTES * MAX_SHARE) return;
    this.#maps.set(key, { stream: stream.slice(), map, bytes });
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
 * longer than comparing it. The stream's bytes alone determine a map.
 */
export function keepRecentCharacterMaps(): void {
  const readToUnicode = PartialEvaluator.prototype.readToUnicode;
  PartialEvaluator.prototype.readToUnicode = async function (source) {
    const bytes = source instanceof BaseStream ? bytesOf(source) : undefined;
    if (bytes === undefined) return readToUnicode.call(this, source);
    const known = recent.get(bytes);
    if (known) return known.shared();
    const map = await readToUnicode.call(this, new Stream(bytes, 0, bytes.length));
    if (!(map instanceof ToUnicodeMap)) return map;
    recent.add(bytes, map);
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
