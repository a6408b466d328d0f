import { deflateSync } from "node:zlib";
import { utf16Hex } from "../../engines/searchable/unicode-cmap.ts";

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
    const parts: Uint8Array[] = [];
    const offsets: number[] = [];
    let length = 0;
    const write = (part: string | Uint8Array): void => {
      const bytes = typeof part === "string" ? Buffer.from(part, "latin1") : part;
      parts.push(bytes);
      length += bytes.length;
    };
    write("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
    for (const [index, content] of this.#objects.entries()) {
      offsets.push(length);
      if (typeof content === "string") write(`${index + 1} 0 obj\n${content}\nendobj\n`);
      else {
        write(`${index + 1} 0 obj\n${content[0]}\nstream\n`);
        write(content[1]);
        write("\nendstream\nendobj\n");
      }
    }
    const start = length;
    const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const size = offsets.length + 1;
    write(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`);
    write(
      `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    );
    return shared(parts, length);
  }
}

/** One array in memory that threads share. */
function shared(parts: readonly Uint8Array[], length: number): Uint8Array {
  const file = new Uint8Array(new SharedArrayBuffer(length));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/** A text string of PDF, as UTF-16. */
export function pdfText(text: string): string {
  return `<FEFF${utf16Hex(text)}>`;
}

/** A number with at most two decimals. */
export function pdfNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}
