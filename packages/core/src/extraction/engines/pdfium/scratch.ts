import type { Affine } from "../../geometry/affine.ts";
import type { Pdfium } from "./pdfium-library.ts";

/** Longest text read from PDFium at once, in bytes. */
const MAX_TEXT_BYTES = 1 << 20;

/** A buffer in PDFium's memory for output parameters. Dispose it. */
export class Scratch implements Disposable {
  readonly #pdfium: Pdfium;
  /** Address of its first byte. */
  readonly at: number;

  constructor(pdfium: Pdfium, bytes: number) {
    this.#pdfium = pdfium;
    this.at = pdfium.pdfium.wasmExports.malloc(bytes);
    if (this.at === 0) throw new RangeError("PDFium is out of memory.");
  }

  float(index: number): number {
    return this.#pdfium.pdfium.getValue(this.at + index * 4, "float");
  }

  integer(index: number): number {
    return this.#pdfium.pdfium.getValue(this.at + index * 4, "i32");
  }

  double(index: number): number {
    return this.#pdfium.pdfium.getValue(this.at + index * 8, "double");
  }

  matrix(): Affine {
    return [this.float(0), this.float(1), this.float(2), this.float(3), this.float(4), this.float(5)];
  }

  [Symbol.dispose](): void {
    this.#pdfium.pdfium.wasmExports.free(this.at);
  }
}

/**
 * Reads text that PDFium writes into a buffer: `write` takes its address and size in bytes and returns the size needed,
 * terminator included. "" if there is none.
 */
export function textFrom(
  pdfium: Pdfium,
  encoding: "utf-8" | "utf-16",
  write: (address: number, bytes: number) => number,
): string {
  const needed = write(0, 0);
  if (needed <= 0 || needed > MAX_TEXT_BYTES) return "";
  using buffer = new Scratch(pdfium, needed);
  write(buffer.at, needed);
  const { UTF8ToString, UTF16ToString } = pdfium.pdfium;
  return encoding === "utf-8" ? UTF8ToString(buffer.at, needed) : UTF16ToString(buffer.at);
}
