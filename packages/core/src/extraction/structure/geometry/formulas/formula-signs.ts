const SIGN = /[=≈≠≤≥<>±×÷∑∏∫√∂∞∈∀∃→⇒∝∇]/u;
const RELATION = /[=≈≠≤≥<>≡∼≃∈⊆⊂→⇒⇔∝]/u;

/** A sign that is set with limits above and below it. */
export const LARGE_OPERATOR = /^[∑∏∫∮⋃⋂⨁⨂]+$/u;

/** Three letters or more are a word, unless they are of the mathematical alphabets. */
const WORD = /[\p{L}--[\u{1d400}-\u{1d7ff}]]{3,}/gv;

/** Names of functions that formulas contain. */
const FUNCTION = /^(?:min|max|sup|inf|lim|log|exp|sin|cos|tan|cot|arg|det|dim|var|cov|mod|for|all)$/iu;

/** Least share of letters in words for a text to be words. */
const WORDED = 0.35;

/** Longer texts, in characters, are no formulas. */
const LONGEST = 120;

/** Whether a text relates two sides, as an equation does. */
export function hasRelation(text: string): boolean {
  return RELATION.test(text);
}

/** Whether a text is short and hardly has a word. */
export function isMostlySigns(text: string): boolean {
  if (text.length > LONGEST) return false;
  const words = (text.match(WORD) ?? []).filter((word) => !FUNCTION.test(word));
  return words.join("").length < WORDED * text.length;
}

/** Whether a text is a formula: short, with a sign of mathematics, and hardly a word. */
export function isFormula(text: string): boolean {
  return SIGN.test(text) && isMostlySigns(text);
}
