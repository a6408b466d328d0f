import type { StoredPicture, WantedSize } from "../../engine.ts";
import { BaseStream, JpegStream, Ref, type XRef } from "../generated/pdfjs-core.mjs";
import { rowBytesOf, sampleFormat } from "./image-samples.ts";
import { reducedSamples } from "./reduced-samples.ts";

/** Images with more bytes are left to the renderer. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Limit of a document, because decoded images count towards the budget that its text needs. */
const MAX_BYTES_OF_DOCUMENT = 64 * 1024 * 1024;

/** Reads the images of a document without rendering a page. */
export class StoredPictures {
  readonly #xref: XRef;
  #left = MAX_BYTES_OF_DOCUMENT;

  constructor(xref: XRef) {
    this.#xref = xref;
  }

  /**
   * Returns an image, by object number and generation ("74R"), and its mask, if it has one, not much larger than
   * wanted; undefined if only a renderer can decode them.
   */
  read(object: string, wanted: WantedSize): readonly StoredPicture[] | undefined {
    try {
      const reference = Ref.fromString(object);
      const image = reference && this.#xref.fetch(reference);
      if (!(image instanceof BaseStream)) return undefined;
      const mask = image.dict?.get("SMask") ?? image.dict?.get("Mask");
      const streams = mask instanceof BaseStream ? [image, mask] : [image];
      const pictures = streams.flatMap((stream) => this.#pictureOf(stream, wanted) ?? []);
      return pictures.length === streams.length ? pictures : undefined;
    } catch {
      return undefined;
    }
  }

  #pictureOf(stream: BaseStream, wanted: WantedSize): StoredPicture | undefined {
    const { dict } = stream;
    if (!dict) return undefined;
    if (stream instanceof JpegStream) return { encoding: "jpeg", bytes: this.#charged(stream.bytes) };
    const format = stream.isImageStream ? undefined : sampleFormat(dict, this.#xref);
    if (!format) return undefined;
    const size = rowBytesOf(format) * format.height;
    if (size > Math.min(MAX_BYTES, this.#left)) return undefined;
    stream.reset();
    const bytes = this.#charged(stream.getBytes());
    if (bytes.length < size) return undefined;
    return { encoding: "grey", ...reducedSamples(bytes, format, reductionFrom(format, wanted)) };
  }

  #charged(bytes: Uint8Array): Uint8Array {
    this.#left -= bytes.length;
    return bytes;
  }
}

/** From this fraction of the next whole factor on, an image is reduced by it. */
const ROUNDED_UP = 0.6;

function reductionFrom({ width, height }: WantedSize, wanted: WantedSize): number {
  const exact = Math.min(width / wanted.width, height / wanted.height);
  return Math.max(1, Math.floor(exact + 1 - ROUNDED_UP));
}
