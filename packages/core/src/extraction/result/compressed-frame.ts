// Imported as a whole, because Node 20 lacks zstd: there only what compresses fails, not the import of the library.
import zlib from "node:zlib";

const { constants } = zlib;

/** Compresses bytes to one zstd frame in a buffer of its own. */
type Compress = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

/**
 * Small zstd tables: a page has some KB of numbers, and allocating larger tables took longer than compressing.
 */
const FAST_AND_SMALL = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 15,
  [constants.ZSTD_c_hashLog]: 12,
  [constants.ZSTD_c_chainLog]: 12,
};

/** The minimum chunk size of zlib. */
const SMALLEST_CHUNK = 64;

/** What zstd adds at most to bytes that it cannot compress, besides their 256th part. */
const MOST_ADDED = 128;

let compress: Compress | undefined;

/** The bytes in a zstd frame, compressed at level 1. */
export const compressedFrame: Compress = (bytes) => {
  compress ??= compressorFor(bytes);
  try {
    return compress(bytes);
  } catch (error) {
    // A compressor that has failed, such as without memory, is closed.
    compress = undefined;
    throw error;
  }
};

/** The compressor of Node for one call: making it takes as long as compressing a page. */
const compressOnce: Compress = (bytes) =>
  new Uint8Array(
    zlib.zstdCompressSync(bytes, {
      chunkSize: Math.max(bytes.length, SMALLEST_CHUNK),
      params: FAST_AND_SMALL,
      pledgedSrcSize: bytes.length,
    }),
  );

/** The kept compressor, if it compresses a sample to the same frame as Node's documented function. */
function compressorFor(sample: Uint8Array): Compress {
  const compressKept = keptCompressor();
  const isTheSame = compressKept && Buffer.compare(compressKept(sample), compressOnce(sample)) === 0;
  return isTheSame ? compressKept : compressOnce;
}

/**
 * A compressor that this thread keeps. Node has no documented synchronous call for it, and closes that of a synchronous
 * call. Undefined if this version of Node makes its compressors differently.
 */
function keptCompressor(): Compress | undefined {
  const stream = zlib.createZstdCompress({ params: FAST_AND_SMALL });
  // The call that fails reports it.
  stream.on("error", () => undefined);
  const native: unknown = Reflect.get(stream, "_handle");
  const left: unknown = Reflect.get(stream, "_writeState");
  const write: unknown = Reflect.get(Object(native), "writeSync");
  if (typeof write !== "function" || !(left instanceof Uint32Array)) return undefined;
  return (bytes) => {
    const room = bytes.length + (bytes.length >>> 8) + MOST_ADDED;
    const frame = new Uint8Array(room);
    Reflect.apply(write, native, [constants.ZSTD_e_end, bytes, 0, bytes.length, frame, 0, room]);
    const [roomLeft = room, bytesLeft = bytes.length] = left;
    if (bytesLeft > 0 || roomLeft === room) throw new Error("zstd did not compress all bytes.");
    return frame.slice(0, room - roomLeft);
  };
}
