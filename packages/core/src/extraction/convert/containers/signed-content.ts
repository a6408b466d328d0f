import { ExtractionError } from "../../failure/extraction-error.ts";

/** Tags of ASN.1 (X.690) that a signed file (RFC 5652) is built of. */
const SEQUENCE = 0x30;
const OCTET_STRING = 0x04;
const OCTET_STRING_IN_PARTS = 0x24;
const CONTENT = 0xa0;

const INDEFINITE = 0x80;

/** Parts in parts; files have three. */
const MAX_DEPTH = 16;

/** More parts are no file that a program wrote: each has 1,000 bytes or more. */
const MAX_PARTS = 1_000_000;

interface Element {
  readonly tag: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Where the next element begins. */
  readonly next: number;
}

/**
 * The content of a signed file (P7M in DER or BER), such as an invoice of Italy. The signature is not verified.
 *
 * @throws ExtractionError `DAMAGED_DOCUMENT` if it has none.
 */
export function signedContent(bytes: Uint8Array): Uint8Array {
  const file = new Asn1(bytes);
  const signedData = file.child(file.child(file.element(0, 0), CONTENT), SEQUENCE);
  const content = file.child(file.child(signedData, SEQUENCE), CONTENT);
  const parts = file.octets(content);
  if (parts.length === 0) throw damaged();
  return new Uint8Array(Buffer.concat(parts));
}

class Asn1 {
  readonly #bytes: Uint8Array;
  #parts = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  element(at: number, depth: number): Element {
    const [tag, length] = [this.#bytes[at], this.#bytes[at + 1]];
    if (tag === undefined || length === undefined || depth > MAX_DEPTH || ++this.#parts > MAX_PARTS)
      throw damaged();
    if (length === INDEFINITE) return this.#indefinite(tag, at + 2, depth);
    const digits = length > INDEFINITE ? length - INDEFINITE : 0;
    const start = at + 2 + digits;
    const size =
      digits === 0 ? length : this.#bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    const end = start + size;
    if (end > this.#bytes.length) throw damaged();
    return { tag, start, end, next: end };
  }

  /** Ends with two bytes of zero. */
  #indefinite(tag: number, start: number, depth: number): Element {
    let end = start;
    while (this.#bytes[end] !== 0 || this.#bytes[end + 1] !== 0) end = this.element(end, depth + 1).next;
    return { tag, start, end, next: end + 2 };
  }

  *children({ start, end }: Element): Generator<Element, void, undefined> {
    for (let at = start; at < end;) {
      const child = this.element(at, 0);
      yield child;
      at = child.next;
    }
  }

  child(parent: Element, tag: number): Element {
    for (const child of this.children(parent)) if (child.tag === tag) return child;
    throw damaged();
  }

  /** The bytes of strings, which may be in parts. */
  octets(parent: Element): readonly Uint8Array[] {
    return [...this.children(parent)].flatMap((child) => {
      if (child.tag === OCTET_STRING) return [this.#bytes.subarray(child.start, child.end)];
      return child.tag === OCTET_STRING_IN_PARTS ? this.octets(child) : [];
    });
  }
}

function damaged(): ExtractionError {
  return new ExtractionError("DAMAGED_DOCUMENT", "The signed file (P7M) has no content that can be read.");
}
