/**
 * Languages of each script that Tesseract detects, most spoken first, with Tesseract's names. Languages that are not
 * listed use Latin script.
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

/** Returns the installed languages that use the script, English first. */
export function languagesOfScript(script: string, installed: readonly string[]): readonly string[] {
  const known = LANGUAGES[script];
  if (known) return known.filter((code) => installed.includes(code));
  const latin = installed.filter((code) => !NOT_LATIN.has(code) && !code.endsWith("_vert"));
  return latin.toSorted((one, other) => Number(other === "eng") - Number(one === "eng"));
}

/** Returns the language to install for a script without installed languages. */
export function firstLanguageOf(script: string): string {
  return LANGUAGES[script]?.[0] ?? "eng";
}
