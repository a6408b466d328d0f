import { deflateSync } from "node:zlib";
import { utf16Hex } from "../../engines/pdf-writing/unicode-cmap.ts";

/** Streams are compressed fast rather than well: most of these files are read once. */
const COMPRESSION_LEVEL = 1;

/** The number of an indirect object. */
export type ObjectNumber = number;

/** Writes a PDF file object by object. A document with 100,000 tagged cells has as many objects, so they are strings. */
export class PdfFile {
  readonly #objects: (string | readonly [head: string, content: Uint8Array])[] = [];

  /** Reserves a number for an object that is set later. */
  reserve(): ObjectNumber {
    this.#objects.push("null");
    return this.#objects.length;
  }

  set(object: ObjectNumber, content: string): void {
    this.#objects[object - 1] = content;
  }

  add(content: string): ObjectNumber {
    const object = this.reserve();
    this.set(object, content);
    return object;
  }

  /** Sets a reserved object to a compressed stream. */
  setStream(object: ObjectNumber, content: string): void {
    const compressed = deflateSync(Buffer.from(content, "latin1"), { level: COMPRESSION_LEVEL });
    this.#objects[object - 1] = [`<< /Filter /FlateDecode /Length ${compressed.length} >>`, compressed];
  }

  /** Adds a compressed stream; `entries` are those of its dictionary besides length and filter. */
  addStream(content: Uint8Array | string, entries = ""): ObjectNumber {
    const bytes = typeof content === "string" ? Buffer.from(content, "latin1") : content;
    const compressed = deflateSync(bytes, { level: COMPRESSION_LEVEL });
    return this.addEncodedStream(compressed, `${entries} /Filter /FlateDecode`);
  }

  /** Adds a stream that is already encoded as `entries` says. */
  addEncodedStream(content: Uint8Array, entries: string): ObjectNumber {
    const object = this.reserve();
    this.#objects[object - 1] = [`<< ${entries} /Length ${content.length} >>`, content];
    return object;
  }

  /** The file, with `catalog` as its root and `info` as its information dictionary. */
  bytes(catalog: ObjectNumber, info: ObjectNumber): Uint8Array {
    const output = new Output();
    const offsets: number[] = [];
    output.text("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
    for (const [index, content] of this.#objects.entries()) {
      offsets.push(output.length);
      if (typeof content === "string") output.text(`${index + 1} 0 obj\n${content}\nendobj\n`);
      else {
        output.text(`${index + 1} 0 obj\n${content[0]}\nstream\n`);
        output.bytes(content[1]);
        output.text("\nendstream\nendobj\n");
      }
    }
    const start = output.length;
    const size = offsets.length + 1;
    output.text(`xref\n0 ${size}\n0000000000 65535 f \n`);
    for (const offset of offsets) output.text(`${String(offset).padStart(10, "0")} 00000 n \n`);
    output.text(
      `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    );
    return output.shared();
  }
}

/** Characters of text that are encoded at once. */
const CHUNK = 1 << 20;

/** The bytes of a file as they are written. */
class Output {
  readonly #parts: Uint8Array[] = [];
  #text: string[] = [];
  #textLength = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Characters up to U+00FF, each of which becomes a byte. */
  text(text: string): void {
    this.#text.push(text);
    this.#textLength += text.length;
    this.#length += text.length;
    if (this.#textLength >= CHUNK) this.#flush();
  }

  bytes(bytes: Uint8Array): void {
    this.#flush();
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** One array in memory that threads share. */
  shared(): Uint8Array {
    this.#flush();
    const file = new Uint8Array(new SharedArrayBuffer(this.#length));
    let at = 0;
    for (const part of this.#parts) {
      file.set(part, at);
      at += part.length;
    }
    return file;
  }

  #flush(): void {
    if (this.#textLength === 0) return;
    this.#parts.push(Buffer.from(this.#text.join(""), "latin1"));
    this.#text = [];
    this.#textLength = 0;
  }
}

/** A text string of PDF, as UTF-16. */
export function pdfText(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}

/** A number with at most two decimals. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
