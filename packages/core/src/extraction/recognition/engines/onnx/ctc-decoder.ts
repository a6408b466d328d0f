import type { Numbers } from "../../../engines/onnx/onnx-runtime.ts";

/** A character of a line that is not blank, with its extent in pixels of the line's image. */
export interface ReadCharacter {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Highest probability of a blank since the character before, 0 to 1; undefined if the model has none. */
  readonly blank: number | undefined;
  readonly x0: number;
  readonly x1: number;
}

/** What the model read. */
interface LineOutput {
  /** Width of its input; the line covers only `lineWidth` of it. */
  readonly width: number;
  readonly lineWidth: number;
}

/** The class of "no character", as CTC needs it. */
const NOTHING = 0;

/**
 * Least probability of a mark, and of a letter or digit, at a step at which nothing is likelier: PP-OCR's models prefer
 * nothing to small marks (`docs/evidence/recognition.md`).
 */
const FAINT = { mark: 0.12, letter: 0.2 } as const;

/** Least probability of a point that ends a line: less probable ones are mostly specks and the edges of letters. */
const LEAST_OF_LAST_POINT = 0.5;

/** Decodes the output of a recognition model. */
export class CtcDecoder {
  readonly #texts: readonly string[];
  readonly #isSpace: readonly boolean[];
  readonly #least: readonly number[];

  /** @param characters Those of classes 1 and up; a class beyond them is a space. */
  constructor(characters: readonly string[]) {
    this.#texts = ["", ...characters, " "];
    this.#isSpace = this.#texts.map((text, index) => index !== NOTHING && text.trim() === "");
    this.#least = this.#texts.map((text) => (/[\p{L}\p{N}]/u.test(text) ? FAINT.letter : FAINT.mark));
  }

  /**
   * Greedy decoding: the likeliest class of each step, or a faint one instead of nothing, without repetitions and
   * spaces.
   *
   * @throws Error if the model does not fit the dictionary.
   */
  decode({ data, shape }: Numbers, { width, lineWidth }: LineOutput): readonly ReadCharacter[] {
    const [, steps = 0, classes = 0] = shape;
    this.#refuseMisfit(classes);
    const hasSpace = this.#isSpace.slice(0, classes).includes(true);
    const stepWidth = width / steps;
    const read: ReadCharacter[] = [];
    let [before, blank] = [NOTHING, 0];
    for (let step = 0; step < Math.min(steps, Math.round(lineWidth / stepWidth)); step++) {
      const start = step * classes;
      const { seen, confidence, space } = this.#classOf(data.subarray(start, start + classes), before);
      const [x0, x1] = [step * stepWidth, (step + 1) * stepWidth];
      blank = Math.max(blank, space);
      const last = read.at(-1);
      if (seen !== NOTHING && seen === before && last) {
        const most = Math.max(last.confidence, confidence);
        read[read.length - 1] = { ...last, x1, confidence: most };
      } else if (seen !== NOTHING) {
        const text = this.#texts[seen] ?? "";
        read.push({ text, confidence, blank: hasSpace ? blank : undefined, x0, x1 });
        blank = space;
      }
      before = seen;
    }
    return withoutFaintEnd(read);
  }

  /** The class of a step, `NOTHING` for spaces, and the probability of a space. */
  #classOf(
    scores: Float32Array,
    before: number,
  ): { readonly seen: number; readonly confidence: number; readonly space: number } {
    let [best, space] = [NOTHING, 0];
    for (let index = 1; index < scores.length; index++) {
      const score = scores[index] ?? 0;
      if (this.#isSpace[index] === true) space = Math.max(space, score);
      else if (best === NOTHING || score > (scores[best] ?? 0)) best = index;
    }
    const score = scores[best] ?? 0;
    const nothing = scores[NOTHING] ?? 0;
    const isLikeliest = score > nothing && score > space;
    const isFaint = nothing > space && best !== before && score > (this.#least[best] ?? 1);
    const seen = isLikeliest || isFaint ? best : NOTHING;
    return { seen, confidence: Math.min(1, Math.max(0, score)), space };
  }

  /** Neither the class of nothing nor the space that PaddleOCR adds to its dictionaries is a line of the file. */
  #refuseMisfit(classes: number): void {
    const characters = this.#texts.length - 2;
    if (classes === characters + 1 || classes === characters + 2) return;
    throw new Error(
      `The recognition model has ${classes} classes, which do not fit a dictionary of ${characters} characters.`,
    );
  }
}

function withoutFaintEnd(characters: readonly ReadCharacter[]): readonly ReadCharacter[] {
  const last = characters.at(-1);
  const isFaint = last?.text === "." && last.confidence < LEAST_OF_LAST_POINT;
  return isFaint && characters.length > 1 ? characters.slice(0, -1) : characters;
}
