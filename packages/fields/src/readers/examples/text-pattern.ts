/** Whether a text has words, so that it can be found again in another document. */
export function hasWords(text: string): boolean {
  return /\p{L}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** An expression for a text in another document, at the start, at the end, as the whole of one, or between words. */
export function patternOf(text: string, at: "start" | "end" | "whole" | "anywhere"): RegExp {
  const parts = text.trim().match(/\p{N}[\p{N}.,/:-]*|\s+|./gsu) ?? [];
  const source = parts.map(patternOfPart).join("");
  const [before, after] = AROUND[at];
  return new RegExp(`${before}${source}${after}`, "iu");
}

const AROUND = {
  start: ["^", ""],
  end: ["", "$"],
  whole: ["^", "$"],
  anywhere: [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`],
} as const;

/** Any number stands for a number, any blanks for a blank. No part can begin where the one before it may go on. */
function patternOfPart(part: string): string {
  if (/^\p{N}/u.test(part)) return String.raw`\p{N}[\p{N}.,/:-]*`;
  if (/^\s/u.test(part)) return String.raw`\s+`;
  return part.replace(/[$()*+./?[\\\]^{|}]/u, String.raw`\$&`);
}
