import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { isSamePlace } from "./more-certain-words.ts";

/** Knows which letters, digits and symbols a reader can write. */
interface Writer {
  canWrite(text: string): boolean;
}

/**
 * Returns a word of models as Tesseract read it if both read the same: Tesseract's box is exact, and models lose marks
 * above letters, also those that they can write.
 */
export function asRead(
  word: RecognisedWord,
  before: readonly RecognisedWord[],
  writer: Writer,
): RecognisedWord {
  if (word.model === undefined) return word;
  const same = before.find(
    (other) => isSamePlace(other.box, word.box) && isSameText(word.text, other.text, writer),
  );
  const confidence = Math.max(same?.confidence ?? 0, word.confidence);
  return same ? { ...same, confidence, model: word.model } : word;
}

/** Signs at the end of a word that models lose and Tesseract rarely invents. */
const LOST_AT_END = /[?!"']+$/u;

function isSameText(ofModels: string, ofTesseract: string, writer: Writer): boolean {
  const [read, before] = [asModelsWrite(ofModels, writer), asModelsWrite(ofTesseract, writer)];
  return read === before || read === before.replace(LOST_AT_END, "");
}

/** What models often write instead of signs, besides letters without their marks. */
const WRITTEN_INSTEAD: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "„": ",",
  "«": "<",
  "»": ">",
  ß: "B",
  "€": "£",
};

/** Signs that the models cannot write stay: what they are is left to confidence. */
function asModelsWrite(text: string, writer: Writer): string {
  const signs = Array.from(text.normalize("NFC"), (sign) => {
    if (!writer.canWrite(sign)) return sign;
    return WRITTEN_INSTEAD[sign] ?? sign.normalize("NFD").replaceAll(/\p{M}/gu, "");
  });
  return signs.join("").replaceAll(/\p{Pd}/gu, "-");
}
