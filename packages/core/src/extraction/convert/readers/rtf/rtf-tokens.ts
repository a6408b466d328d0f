/** A token of RTF. Bytes of text are kept as they are, because their encoding depends on the font. */
export type RtfToken =
  | { readonly kind: "open" }
  | { readonly kind: "close" }
  | { readonly kind: "word"; readonly word: string; readonly value: number | undefined }
  | { readonly kind: "byte"; readonly byte: number }
  | { readonly kind: "text"; readonly text: string };

/** Control words are at most this long. */
const WORD = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const PLAIN = /[^\\{}\r\n\u0080-\u00ff]+/y;

/** Splits RTF, given as Latin-1, into tokens. */
export function* rtfTokens(source: string): Generator<RtfToken, void, undefined> {
  let at = 0;
  while (at < source.length) {
    const character = source[at];
    if (character === "{" || character === "}") {
      yield character === "{" ? { kind: "open" } : { kind: "close" };
      at++;
    } else if (character === "\\") {
      const { token, end } = controlAt(source, at + 1);
      at = end;
      if (token) yield token;
      const { word, value } = token?.kind === "word" ? token : { word: "", value: 0 };
      // Binary data of that many bytes follows.
      if (word === "bin") at += Math.max(0, value ?? 0);
    } else if (character === "\r" || character === "\n") at++;
    else {
      PLAIN.lastIndex = at;
      const text = PLAIN.exec(source)?.[0];
      if (text === undefined) yield { kind: "byte", byte: source.charCodeAt(at++) };
      else {
        yield { kind: "text", text };
        at += text.length;
      }
    }
  }
}

function controlAt(
  source: string,
  at: number,
): { readonly token: RtfToken | undefined; readonly end: number } {
  WORD.lastIndex = at;
  const match = WORD.exec(source);
  if (match) {
    const [whole, word = "", value] = match;
    return {
      token: { kind: "word", word, value: value === undefined ? undefined : Number(value) },
      end: at + whole.length,
    };
  }
  if (source[at] === "'") {
    const byte = Number.parseInt(source.slice(at + 1, at + 3), 16);
    return { token: Number.isNaN(byte) ? undefined : { kind: "byte", byte }, end: at + 3 };
  }
  const symbol = SYMBOLS[source[at] ?? ""];
  if (symbol !== undefined) return { token: { kind: "text", text: symbol }, end: at + 1 };
  const word = source[at] === "*" ? "*" : source[at] === "\r" || source[at] === "\n" ? "par" : "";
  return { token: word === "" ? undefined : { kind: "word", word, value: undefined }, end: at + 1 };
}

const SYMBOLS: Readonly<Record<string, string>> = {
  "~": "\u00a0",
  "-": "",
  _: "\u2011",
  "\\": "\\",
  "{": "{",
  "}": "}",
};
