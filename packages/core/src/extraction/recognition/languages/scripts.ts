/**
 * The languages of each script that Tesseract tells apart, the most spoken first, by its names of both. What is not here
 * is written in Latin letters.
 */
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  Arabic: ["ara", "fas", "urd", "pus", "snd", "uig", "kur_ara"],
  Armenian: ["hye"],
  Bengali: ["ben", "asm"],
  Cherokee: ["chr"],
  Cyrillic: [
    "rus",
    "ukr",
    "bul",
    "srp",
    "bel",
    "kaz",
    "mkd",
    "tat",
    "tgk",
    "kir",
    "mon",
    "uzb_cyrl",
    "aze_cyrl",
  ],
  Devanagari: ["hin", "mar", "nep", "san"],
  Ethiopic: ["amh", "tir"],
  Georgian: ["kat", "kat_old"],
  Greek: ["ell", "grc"],
  Gujarati: ["guj"],
  Gurmukhi: ["pan"],
  Han: ["chi_sim", "chi_tra", "jpn"],
  Hangul: ["kor"],
  Hebrew: ["heb", "yid"],
  Hiragana: ["jpn"],
  Japanese: ["jpn"],
  Kannada: ["kan"],
  Katakana: ["jpn"],
  Khmer: ["khm"],
  Korean: ["kor"],
  Lao: ["lao"],
  Malayalam: ["mal"],
  Myanmar: ["mya"],
  Oriya: ["ori"],
  Sinhala: ["sin"],
  Syriac: ["syr"],
  Tamil: ["tam"],
  Telugu: ["tel"],
  Thaana: ["div"],
  Thai: ["tha"],
  Tibetan: ["bod", "dzo"],
};

const NOT_LATIN: ReadonlySet<string> = new Set(Object.values(LANGUAGES).flat());

/** Of the installed languages, those that are written in the script; English first. */
export function languagesOfScript(script: string, installed: readonly string[]): readonly string[] {
  const known = LANGUAGES[script];
  if (known) return known.filter((code) => installed.includes(code));
  const latin = installed.filter((code) => !NOT_LATIN.has(code) && !code.endsWith("_vert"));
  return latin.toSorted((one, other) => Number(other === "eng") - Number(one === "eng"));
}

/** The language to install for a script of which none is. */
export function firstLanguageOf(script: string): string {
  return LANGUAGES[script]?.[0] ?? "eng";
}
