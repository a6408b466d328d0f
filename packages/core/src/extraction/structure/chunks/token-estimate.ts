/** Characters of alphabetic scripts for one token of a language model, on average. */
const CHARACTERS_PER_TOKEN = 4;

const IDEOGRAPH = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/gu;

/** An estimate of the tokens of a text: one for four characters, one for each ideograph. */
export function tokenEstimate(text: string): number {
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0;
  return Math.ceil((text.length - ideographs) / CHARACTERS_PER_TOKEN) + ideographs;
}
