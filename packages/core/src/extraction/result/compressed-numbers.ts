// Imported as a whole, because Node 20 lacks zstd: there only what compresses fails, not the import of the library.
import zlib from "node:zlib";

const { constants } = zlib;

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

/**
 * Numbers as little-endian bytes, compressed: coordinates repeat along a line, and compressing them costs less than
 * storing more bytes. No numbers are no bytes. The bytes have a buffer of their own.
 */
export function compressedNumbers({
  buffer,
  byteOffset,
  byteLength,
}: Float32Array | Float64Array): Uint8Array<ArrayBuffer> {
  if (byteLength === 0) return new Uint8Array();
  const bytes = zlib.zstdCompressSync(Buffer.from(buffer, byteOffset, byteLength), {
    chunkSize: Math.max(byteLength, SMALLEST_CHUNK),
    params: FAST_AND_SMALL,
    pledgedSrcSize: byteLength,
  });
  return new Uint8Array(bytes);
}

/**
 * The numbers' bytes in a buffer of their own: typed arrays need an aligned offset, which a shared buffer does not
 * guarantee.
 */
export function decompressedNumbers(bytes: Uint8Array): ArrayBuffer {
  if (bytes.byteLength === 0) return new ArrayBuffer(0);
  const numbers = zlib.zstdDecompressSync(bytes);
  const copy = new ArrayBuffer(numbers.byteLength);
  new Uint8Array(copy).set(numbers);
  return copy;
}
