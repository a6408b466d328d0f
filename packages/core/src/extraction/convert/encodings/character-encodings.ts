/** Encodings of fonts by their character set number. */
const OF_CHARSETS: Readonly<Record<number, string>> = {
  0: "windows-1252",
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};

const OF_CODE_PAGES: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8",
  874: "windows-874",
};

/** The encoding of a font's character set; undefined if it says nothing. */
export function encodingOfCharset(charset: number): string | undefined {
  return OF_CHARSETS[charset];
}

export function encodingOfCodePage(codePage: number): string {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  return OF_CODE_PAGES[codePage] ?? (isWindows ? `windows-${codePage}` : "windows-1252");
}

const MULTIBYTE: ReadonlySet<string> = new Set(["shift_jis", "euc-kr", "gbk", "big5", "utf-8"]);

/** Whether the last character of the bytes lacks its end. */
export function isCutOff(bytes: readonly number[], encoding: string): boolean {
  if (bytes.length === 0 || !MULTIBYTE.has(encoding)) return false;
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const whole = decoder.decode(Uint8Array.from(bytes), { stream: true });
  return whole.length < new TextDecoder(encoding, { ignoreBOM: true }).decode(Uint8Array.from(bytes)).length;
}
