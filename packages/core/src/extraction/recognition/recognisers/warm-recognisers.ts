import type { LanguageData } from "../../engines/ocr/language-data.ts";
import { Recogniser } from "../../engines/ocr/recogniser.ts";

/** Returns this thread's recogniser for some languages; starts it on the first call. */
export type StartedRecogniser = () => Promise<Recogniser>;

/** Number of recognisers that a thread keeps, each for one set of languages. */
const KEPT = 2;

/** A recogniser that uses more bytes, after a large picture, is disposed of: its memory never shrinks. */
const GROWN = 256 * 2 ** 20;

/** Least recently used first. */
const kept = new Map<string, Promise<Recogniser>>();

/**
 * Runs `work` with this thread's recogniser for `languages`, which is started if `work` asks for it: pages that models
 * read do not need it.
 *
 * @throws ExtractionError like `Recogniser.start`.
 */
export async function withRecogniser<Result>(
  languages: readonly LanguageData[],
  work: (recogniser: StartedRecogniser) => Promise<Result>,
): Promise<Result> {
  const key = languages.map((language) => language.path).join("\n");
  let used: Promise<Recogniser> | undefined;
  try {
    const result = await work(() => (used ??= taken(key, languages)));
    await giveUpOldest();
    if (((await used)?.bytes ?? 0) > GROWN) await giveUp(key);
    return result;
  } catch (error) {
    // After an error, the state of the recogniser's memory is unknown.
    if (used) kept.delete(key);
    throw error;
  }
}

/** Returns the kept recogniser or a new one, which is then the most recently used. */
function taken(key: string, languages: readonly LanguageData[]): Promise<Recogniser> {
  const starting = kept.get(key) ?? Recogniser.start(languages);
  kept.delete(key);
  kept.set(key, starting);
  return starting;
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
