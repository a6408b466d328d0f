import type { LanguageData } from "../../engines/ocr/language-data.ts";
import { Recogniser } from "../../engines/ocr/recogniser.ts";

/** Recognisers that a thread keeps, each for its own languages. */
const KEPT = 2;

/** One that has grown beyond this many bytes over a large picture is given up: its memory never shrinks. */
const GROWN = 256 * 2 ** 20;

/** In the order of their last use. */
const kept = new Map<string, Promise<Recogniser>>();

/**
 * Lends this thread's recogniser for `languages` to `work`.
 *
 * @throws ExtractionError as `Recogniser.start` does.
 */
export async function withRecogniser<Result>(
  languages: readonly LanguageData[],
  work: (recogniser: Recogniser) => Result | Promise<Result>,
): Promise<Result> {
  const key = languages.map((language) => language.path).join("\n");
  const starting = kept.get(key) ?? Recogniser.start(languages);
  kept.delete(key);
  kept.set(key, starting);
  try {
    const recogniser = await starting;
    const result = await work(recogniser);
    await giveUpOldest();
    if (recogniser.bytes > GROWN) await giveUp(key);
    return result;
  } catch (error) {
    // Nothing can be trusted in a memory in which the program broke off.
    kept.delete(key);
    throw error;
  }
}

async function giveUpOldest(): Promise<void> {
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) await giveUp(oldest);
}

async function giveUp(key: string): Promise<void> {
  const recogniser = await kept.get(key);
  kept.delete(key);
  recogniser?.[Symbol.dispose]();
}
