/** Languages whose data is published for Tesseract 4 and 5, except those without an npm package. */
export const AVAILABLE_LANGUAGES: readonly string[] =
  `afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert chr cos
  cym dan deu div dzo ell eng enm epo est eus fao fas fil fin fra frk frm fry gla gle glg grc guj hat heb hin hrv hun
  hye iku ind isl ita ita_old jav jpn jpn_vert kan kat kat_old kaz khm kir kmr kor kor_vert lao lat lav lit ltz mal mar
  mkd mlt mon mri msa mya nep nld nor oci ori pan pol por pus que ron san sin slk slv snd spa spa_old sqi srp srp_latn
  sun swa swe syr tam tat tel tgk tha tir ton tur uig ukr urd uzb uzb_cyrl vie yid yor`.split(/\s+/);

const SCRIPTS: Readonly<Record<string, string>> = {
  sim: "simplified",
  tra: "traditional",
  vert: "vertical",
  cyrl: "Cyrillic",
  latn: "Latin",
  frak: "Fraktur",
  old: "old",
};

/** Returns the English name. Tesseract's codes begin with a code of ISO 639-2: "chi_sim" is Chinese, simplified. */
export function languageName(code: string): string {
  const [language = code, ...parts] = code.split("_");
  const details = parts.map((part) => SCRIPTS[part] ?? part);
  return [ISO_NAMES[language] ?? displayName(language), ...details].join(", ");
}

/** Codes that `Intl` knows only by another one, or by another name than Tesseract's. */
const ISO_NAMES: Readonly<Record<string, string>> = {
  chi: "Chinese",
  equ: "Mathematics",
  frk: "German, Fraktur",
};

function displayName(language: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(language) ?? language;
}
