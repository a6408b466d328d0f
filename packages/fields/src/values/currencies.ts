const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/€/u, "EUR"],
  [/£/u, "GBP"],
  [/R\$/u, "BRL"],
  [/(?<![\p{L}])C\$|CA\$/u, "CAD"],
  [/A\$|AU\$/u, "AUD"],
  [/HK\$/u, "HKD"],
  [/S\$/u, "SGD"],
  [/(?<![A-Z])\$/u, "USD"],
  [/zł/u, "PLN"],
  [/Kč/u, "CZK"],
  [/元|人民币/u, "CNY"],
  [/円/u, "JPY"],
  [/(?<!\p{L})RM\s?\d/u, "MYR"],
  [/₹/u, "INR"],
  [/₩/u, "KRW"],
  [/\d\s?kr(?![a-z])|(?<!\p{L})kr\.?\s?\d/u, "SEK"],
];

/** The currency that a text names, as its ISO 4217 code; undefined if it names none. */
export function currencyIn(text: string): string | undefined {
  for (const { 0: code, index } of text.matchAll(/(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])/gu)) {
    if (CODES.has(code) && (HEAD_CODE.test(code) || isBesideAmount(text, index))) return code;
  }
  const sign = SIGNS.find(([pattern]) => pattern.test(text));
  if (sign !== undefined) return sign[1];
  const word = /(?<!\p{L})(?:euros?|dollars?|pounds?|yen)(?!\p{L})/iu.exec(text)?.[0].toLowerCase();
  return word === undefined ? undefined : WORDS[word.replace(/s$/u, "")];
}

/** Rare codes are also words, such as "DOP" of a cheese: an amount or nothing else stands beside a currency. */
function isBesideAmount(text: string, at: number): boolean {
  return (
    /\d[.,]\d{2}\s?$/u.test(text.slice(0, at)) ||
    /^\s?[-−]?\d{1,3}(?:[ .,']?\d{3})*[.,]\d{2}(?!\d)/u.test(text.slice(at + 3)) ||
    text.trim().length === 3
  );
}

const WORDS: Readonly<Record<string, string>> = { euro: "EUR", dollar: "USD", pound: "GBP", yen: "JPY" };

/** Codes that are no words, so that "Total CHF" in the head of a column names the currency. */
const HEAD_CODE =
  /(?<![\p{L}\d])(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|JPY|CNY|CAD|AUD|NZD|SGD|HKD|INR|BRL|MXN|ZAR)(?![\p{L}\d])/u;

/** A sign in brackets, as in "Amount (€)", or alone, as below the amount that it belongs to. */
const HEAD_SIGN = /[([](?:€|£|zł|Kč|\$|kr)[)\]]|(?:^|\s)(?:€|£|zł|Kč)$/u;

function currencyInHead(text: string): string | undefined {
  return HEAD_CODE.exec(text)?.[0] ?? (HEAD_SIGN.test(text) ? currencyIn(text) : undefined);
}

/** Whether a text is the code of a currency and nothing else. */
export function isCurrencyCode(text: string): boolean {
  return text.length === 3 && HEAD_CODE.test(text);
}

/** The currency of a document: the one that stands beside most of its amounts, else the first in a head. */
export function currencyOf(texts: Iterable<string>): string | undefined {
  const counts = new Map<string, number>();
  let inHeads: string | undefined;
  let isJapanese = false;
  let yens = 0;
  for (const text of texts) {
    isJapanese ||= /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
    if (/[¥￥]/u.test(text)) yens += 1;
    const currency = /\d|currency|währung|devise|moneda|valuta|moeda|waluta|měna|币/iu.test(text)
      ? currencyIn(text)
      : undefined;
    inHeads ??= currencyInHead(text);
    if (currency !== undefined) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  }
  if (yens > 0) counts.set(isJapanese ? "JPY" : "CNY", yens + (counts.get(isJapanese ? "JPY" : "CNY") ?? 0));
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? inHeads;
}
