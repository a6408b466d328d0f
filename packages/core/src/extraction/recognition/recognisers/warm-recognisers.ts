import type { LanguageData } from "../../engines/ocr/language-data.ts";
import { Recogniser } from "../../engines/ocr/recogniser.ts";

/** Number of recognisers that a thread keeps, each for one set of languages. */
const KEPT = 2;

/** A recogniser that uses more bytes, after a large picture, is disposed of: its memory never shrinks. */
const GROWN = 256 * 2 ** 20;

/** Least recently used first. */
const kept = new Map<string, Promise<Recogniser>>();

/**
 * Runs `work` with this thread's recogniser for `languages`; starts one if needed.
 *
 * @throws ExtractionError like `Recogniser.start`.
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
    // After an error, the state of the recogniser's memory is unknown.
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
