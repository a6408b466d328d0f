// Imported as a whole, because Node 20 lacks zstd: there only what compresses fails, not the import of the library.
import zlib from "node:zlib";
import { compressedFrame } from "./compressed-frame.ts";

/** Compressing so few bytes takes longer than storing them saves. */
const NOT_COMPRESSED_UP_TO = 2048;

/**
 * Numbers as little-endian bytes in a zstd frame, compressed unless they are few: coordinates repeat along a line, and
 * compressing them costs less than storing more bytes. No numbers are no bytes. The bytes have a buffer of their own.
 */
export function compressedNumbers({
  buffer,
  byteOffset,
  byteLength,
}: Float32Array | Float64Array): Uint8Array<ArrayBuffer> {
  if (byteLength === 0) return new Uint8Array();
  if (byteLength <= NOT_COMPRESSED_UP_TO) return rawFrame(new Uint8Array(buffer, byteOffset, byteLength));
  return compressedFrame(new Uint8Array(buffer, byteOffset, byteLength));
}

/** A frame of one segment with one raw block: RFC 8878, sections 3.1.1 and 3.1.1.2. */
function rawFrame(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(RAW_HEADER_BYTES + content.length);
  const header = new DataView(frame.buffer);
  header.setUint32(0, ZSTD_MAGIC, true);
  header.setUint8(4, ONE_SEGMENT_SIZE_IN_4_BYTES);
  header.setUint32(5, content.length, true);
  header.setUint16(9, (content.length << 3) | LAST_RAW_BLOCK, true);
  frame.set(content, RAW_HEADER_BYTES);
  return frame;
}

const ZSTD_MAGIC = 0xfd_2f_b5_28;
const ONE_SEGMENT_SIZE_IN_4_BYTES = 0xa0;
const LAST_RAW_BLOCK = 1;
/** The block's header has three bytes. */
const RAW_HEADER_BYTES = 12;

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
