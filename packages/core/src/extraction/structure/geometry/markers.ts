/** A list marker at the start of a text. */
export interface Marker {
  readonly marker: string;
  /** The text after it. */
  readonly rest: string;
  readonly ordered: boolean;
}

const BULLET = /^(?<marker>[•‣◦▪▫●○■□◆◇█▌▶►»›➢➤✓✔❖·∙*–—-]|[\uf0a7\uf0b7\uf0d8\uf0fc])\s+(?=\S)/u;

/** What a list without numbers stands for in Markdown and HTML; signs that mean more, such as "☑" and "§", are kept. */
const PLAIN_BULLET = /^(?:o|[•‣◦▪▫●○■□◆◇█▌▶►»›➢➤❖·∙⁃*–—-]|\p{Co})?$/u;
const NUMBER = /^(?<marker>\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)])\s+(?=\S)/u;

const LONGEST_MARKER = 7;

/** The list marker that a text starts with: a bullet, or a number or letter with a full stop or bracket. */
export function markerOf(text: string): Marker | undefined {
  if (!mayHaveMarker(text)) return undefined;
  const bullet = BULLET.exec(text);
  const found = bullet ?? NUMBER.exec(text);
  const marker = found?.groups?.["marker"];
  if (found === null || marker === undefined) return undefined;
  return { marker, rest: text.slice(found[0].length), ordered: bullet === null };
}

/** Whether a single sign comes first, or a short word that ends with a full stop or bracket: most lines begin otherwise. */
function mayHaveMarker(text: string): boolean {
  let end = 1;
  while (end <= LONGEST_MARKER && isPrintedAscii(text.charCodeAt(end))) end++;
  return end === 1 || (end <= LONGEST_MARKER && (text[end - 1] === "." || text[end - 1] === ")"));
}

function isPrintedAscii(unit: number): boolean {
  return unit > 0x20 && unit < 0x7f;
}

/** Whether a text is nothing but a list marker. */
export function isMarker(text: string): boolean {
  return text.length <= LONGEST_MARKER && markerOf(`${text} x`)?.rest === "x";
}

/** "[0012]", as the paragraphs of patents and the entries of bibliographies have. */
const BRACKETED = /^\[\d{1,5}\]$/u;

/** Whether a text is nothing but a list marker, or the number of a paragraph in brackets. */
export function isItemNumber(text: string): boolean {
  return isMarker(text) || (text.length <= LONGEST_MARKER && BRACKETED.test(text));
}

/** "2.1 Overview ....... 8" */
const ENTRY = /(?:[.…·]\s?){5,}\s*(?:\d{1,4}|[ivxlc]{1,6})$/u;

const PAGE_END = /[\divxlc]/u;

/** Pages before the first one have small letters; "Part II" is a title. */
const PAGE_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,6})$/u;

/** Whether a text is nothing but what may be the number of a page. */
export function isPageNumber(text: string): boolean {
  return PAGE_NUMBER.test(text);
}

/** Whether a text is an entry of a table of contents with a dotted leader and its page. */
export function isContentsEntry(text: string): boolean {
  // Most lines end otherwise.
  return PAGE_END.test(text.slice(-1)) && ENTRY.test(text);
}

/** The place of a marker in its sequence: 3 for "3.", "c)" and "(iii)"; undefined for a bullet. */
export function ordinalOf(marker: string): number | undefined {
  const bare = marker.replace(/[().]/gu, "").toLowerCase();
  if (/^\d+$/u.test(bare)) return Number(bare);
  if (/^[a-z]$/u.test(bare)) return bare.charCodeAt(0) - 96;
  return undefined;
}

/** Whether a marker says no more than that an item begins, such as the letter "o" that some fonts draw as a bullet. */
export function isBullet(marker: string): boolean {
  return PLAIN_BULLET.test(marker);
}
