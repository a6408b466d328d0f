/** Lines of prose have at least this many characters; shorter texts are names, labels and cells. */
export const PROSE = 28;

/** Least share of the lines of prose that go on from the line above. */
export const CONTINUING = 0.4;

/** Lines of a text without extra space between them are at most this far apart, in multiples of its size. */
export const NEXT_LINE = 1.6;

const END = /[.!?:;…。！？]["'”’»)\]]*$/u;
const SMALL = /^\p{Ll}/u;
const BROKEN = /\p{L}[-‐]$/u;

/** Whether a text ends as a sentence does, perhaps in quotation marks or brackets. */
export function endsSentence(text: string): boolean {
  return END.test(text);
}

/** Whether a text begins with a small letter, as the rest of a sentence does. */
export function beginsSmall(text: string): boolean {
  return SMALL.test(text);
}

/** Whether a text ends with the hyphen of a word that goes on in the next line. */
export function endsInWord(text: string): boolean {
  return BROKEN.test(text);
}

/** Whether a line goes on with a sentence that the line above has not ended. */
export function goesOnInSentence(line: string, above: string): boolean {
  return !endsSentence(above) && beginsSmall(line);
}
