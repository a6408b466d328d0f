import type { Picture } from "../../model/flow-document.ts";

/** Formats of pictures that can be shown, drawings by their text; the others are PICT and device-dependent bitmaps. */
const SHOWN: ReadonlySet<string> = new Set(["pngblip", "jpegblip", "emfblip", "wmetafile"]);

const TWIPS = 20;

/** A picture as it is written: its format, its size and its bytes in hexadecimal. */
export class RtfPicture {
  readonly #digits: string[] = [];
  #isShown = false;
  #width: number | undefined;
  #height: number | undefined;

  control(word: string, value: number | undefined): void {
    if (SHOWN.has(word)) this.#isShown = true;
    else if (word === "picwgoal") this.#width = lengthOf(value);
    else if (word === "pichgoal") this.#height = lengthOf(value);
  }

  add(digits: string): void {
    this.#digits.push(digits);
  }

  /** Undefined for a format that cannot be shown. */
  block(): Picture | undefined {
    if (!this.#isShown) return undefined;
    const digits = this.#digits.join("").replaceAll(/\s/g, "");
    return {
      kind: "picture",
      bytes: () => new Uint8Array(Buffer.from(digits, "hex")),
      width: this.#width,
      height: this.#height,
      description: "",
    };
  }
}

function lengthOf(value: number | undefined): number | undefined {
  return value === undefined || value <= 0 ? undefined : value / TWIPS;
}
