import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment, type SegmentLine, wordConfidence } from "../../../text/segment.ts";
import { hasLegalForm } from "../../../values/company-names.ts";
import { datesIn } from "../../../values/dates.ts";
import type { Proposal } from "../../reader.ts";

/** The company at the top of a receipt and its address below. */
export function headProposals(context: DocumentContext): readonly Proposal[] {
  const head = headOf(context);
  return [...companyProposals(head), ...addressProposals(head)];
}

interface ReceiptHead {
  /** Lines with letters at the top of the first page. */
  readonly lines: readonly SegmentLine[];
  /** Index of the line with the company's name; -1 if none looks like one. */
  readonly company: number;
}

/** Lines that the name and the address take. */
const HEAD_LINES = 12;

/** Names of customers and of articles stand below the date of the sale, which itself may stand among the first lines. */
const LEAST_HEAD = 4;

function headOf({ lines, order }: DocumentContext): ReceiptHead {
  const sale = lines.findIndex(({ whole }, at) => at >= LEAST_HEAD && datesIn(whole.text, order).length > 0);
  const first = lines
    .slice(0, sale === -1 ? lines.length : sale)
    .filter(({ whole }) => /\p{L}{2}|\d{6}/u.test(whole.text))
    .slice(0, HEAD_LINES);
  let [company, best] = [-1, LEAST_NAME];
  for (const at of first.keys()) {
    const score = nameScore(first, at);
    if (score > best) [company, best] = [at, score];
  }
  return { lines: first, company };
}

/** Below it, lines are scraps of logos. */
const LEAST_NAME = -0.5;

/** What speaks for a line as the name of the company; the address is right below it. */
function nameScore(lines: readonly SegmentLine[], at: number): number {
  const segment = lines[at]?.whole;
  if (segment === undefined || !isLikelyName(segment)) return Number.NEGATIVE_INFINITY;
  const { text } = segment;
  const below = lines.slice(at + 1, at + 3).find(({ whole }) => !isRegistration(whole.text));
  const isAbove = below !== undefined && isAddress(below.whole.text);
  const isStreetLine = isAbove && TOWN.test(below.whole.text);
  const isLegal = hasLegalForm(text) || isRegistered(text);
  return (
    (isLegal ? 1 : 0) +
    (isStreetLine && !isLegal ? -0.5 : isAbove ? 0.5 : 0) +
    (isTrade(text) ? -0.5 : text.search(BUSINESS) !== -1 ? 0.4 : 0) +
    (text === text.toUpperCase() ? 0.2 : 0) -
    POSITION_COST * at
  );
}

/** A line with postal code and town alone stands below the street, not below the name. */
const TOWN = /^\d{5}\s\p{L}+\.?$/u;

/** True for a line that says what kind of business it is, such as "Bistro & Café" below the name, and nothing else. */
function isTrade(text: string): boolean {
  return text.replaceAll(BUSINESS, "").replaceAll(/\P{L}/gu, "").length < 3;
}

/** Names stand at the top, but scraps of logos and slogans may come before them. */
const POSITION_COST = 0.1;

/** Words of names of shops. */
const BUSINESS =
  /\b(?:s\s?\/\s?b|enterprise|trading|restaurants?|restoran|bistro|bar|grill|mart|market|supermarket|supermarkt|stores?|shop|caf[eé]|bakery|bäckerei|boulangerie|hotel|pharmacy|apotheke|pharmacie|farmacia|hardware|stationery|syarikat|perniagaan|kedai|confectionery|panadería|ristorante|apteka|sklep)\b/giu;

/** True if a registration number ends the line, such as "ABC (81497-P)". */
function isRegistered(text: string): boolean {
  return (
    /\p{L}.*[\s(]\d{5,}\s?-?\s?\p{L}?\)?\s*$/u.test(text) && !isAddress(text.replace(/\(?\d{5,}.*$/u, ""))
  );
}

/** True if a line is a registration number and nothing else, or has a long one; postal codes have five digits. */
function isRegistration(text: string): boolean {
  return /^\W*(?:\p{L}{1,3}[\dO]{5,}|\d{6,}|\d{5}(?=\s?-))\s?-?\s?\p{L}{0,2}\W*$|\d{9}/u.test(text);
}

const SLOGAN = /\b(?:thank|welcome|please|sold|return|desc|qty|price|amount|item|feedback|voucher)/iu;

function isContact(text: string): boolean {
  return /\b(?:te[l1i]|fax|phone|e-?mail|www|https?|gst|reg|tax|invoice|receipt|bill|date|ust-id|mwst|siret|nif|p\.?\s?iva)\b|^\W*cash\W*$/iu.test(
    text,
  );
}

/** Scraps of logos have few letters or low confidence. */
function isLikelyName(segment: Segment): boolean {
  const { text } = segment;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 4 || isContact(text) || SLOGAN.test(text)) return false;
  return hasLegalForm(text) || (wordConfidence(segment) > 0.4 && !isStreet(text));
}

function companyProposals({ lines, company }: ReceiptHead): readonly Proposal[] {
  const parts = nameParts(lines, company);
  const [first] = parts;
  if (first === undefined) return [];
  const texts = parts.map((segment) => segment.text.slice(...nameSpan(segment.text)));
  const raw = texts.join(" ");
  const certainty = hasLegalForm(raw) ? 0.9 : 0.72;
  const confidence = certainty * (0.6 + 0.4 * Math.min(...parts.map((segment) => wordConfidence(segment))));
  const citations = parts.map((segment) => citationOf(segment, ...nameSpan(segment.text)));
  return [{ path: "company", value: wellSpelt(raw), raw, citations, confidence, reader: "kind" }];
}

/** The line of the name and those after it, if a registration number ends them: it is that of the whole name. */
function nameParts(lines: readonly SegmentLine[], company: number): readonly Segment[] {
  const [first, second, third] = lines.slice(Math.max(0, company)).map(({ whole }) => whole);
  if (company < 0 || first === undefined) return [];
  const isWhole = hasLegalForm(first.text) || isRegistered(first.text);
  const goesOn =
    !isWhole &&
    second !== undefined &&
    third !== undefined &&
    isRegistration(third.text) &&
    isLikelyName(second) &&
    !isAddress(second.text);
  return goesOn ? [first, second] : [first];
}

/** Offsets of a name in its line: scraps stand before it, registration numbers in brackets after it. */
function nameSpan(text: string): readonly [start: number, end: number] {
  const start = /^[^\p{L}\d]*/u.exec(text)?.[0].length ?? 0;
  const name = text
    .slice(start)
    .replace(
      /\s*(?:[([{]\s?\p{L}?)?(?:co\.?\s?(?:reg)?\.?\s?no\.?\s?[:.]?\s?)?\d{4,}\s?-?\s?\p{L}?\s?[)\]}]?.*$|\s*[([{]\s?\p{L}?$/iu,
      "",
    );
  return [start, name.length < 3 ? text.length : start + name.length];
}

/** Letters that recognition mistakes in what every name spells alike: legal forms, and digits among initials. */
function wellSpelt(name: string): string {
  return name
    .replace(
      /(?<!\p{L})s[do0]n(?<point>\.?)(?<blank>\s?)b[hi](?:[do0](?!\p{L})|$)/iu,
      "SDN$<point>$<blank>BHD",
    )
    .replaceAll(/(?<=\p{L}\.)[1l|](?=\.)/gu, "I");
}

function addressProposals({ lines, company }: ReceiptHead): readonly Proposal[] {
  const blocks = addressBlocks(lines.slice(company + 1));
  // A branch or a number may stand between name and address.
  const part =
    blocks.find((block) => block.some(({ text }) => isStreet(text) || POSTAL_CODE.test(text))) ?? blocks[0];
  if (part === undefined) return [];
  const value = part.map(({ text }) => text).join(" ");
  const confidence = 0.75 * Math.min(...part.map((segment) => 0.5 + wordConfidence(segment) / 2));
  return [
    {
      path: "address",
      value,
      raw: value,
      citations: part.map((segment) => citationOf(segment)),
      confidence,
      reader: "kind",
    },
  ];
}

const MAX_ADDRESS = 5;

const POSTAL_CODE = /(?<!\d)\d{5}(?!\d)/u;

/** Lines that follow one another from one that looks like an address to a contact, a registration number or a remark in brackets. */
function addressBlocks(lines: readonly SegmentLine[]): readonly (readonly Segment[])[] {
  const start = lines.findIndex(
    ({ whole }, at) => isAddress(whole.text) || TOWN.test(lines[at + 1]?.whole.text ?? ""),
  );
  if (start === -1) return [];
  const rest = lines.slice(start);
  const isEnd = ({ whole: { text } }: SegmentLine, at: number): boolean =>
    isContact(text) || isRegistration(text) || !/\p{L}{2}/u.test(text) || (at > 0 && /^[([{]/u.test(text));
  const found = rest.findIndex(isEnd);
  const end = Math.min(found === -1 ? rest.length : found, MAX_ADDRESS);
  const block = rest.slice(0, end).map(({ whole }) => whole);
  return [...(block.length === 0 ? [] : [block]), ...addressBlocks(rest.slice(Math.max(1, end)))];
}

function isAddress(text: string): boolean {
  if (isContact(text) || isRegistration(text) || datesIn(text, undefined).length > 0) return false;
  return /\d|,/u.test(text) || isStreet(text);
}

function isStreet(text: string): boolean {
  return STREET.test(text);
}

/** What streets and buildings are called in the countries of the twelve languages, and a line that goes on. */
const STREET =
  /(?<!\p{L})(?:jalan|jln|lot|lorong|taman|level|floor|street|road|rd\.?|st\.|avenue|ave\.?|lane|drive|highway|hwy|blvd|rue|route|autoroute|boulevard|place|chemin|quai|via|viale|piazza|corso|calle|avda\.?|avenida|plaza|paseo|rua|praça|travessa|ul\.|aleja|al\.|plac)(?!\p{L})|(?:str\.|straße|strasse|gasse|platz|allee|straat|laan|plein|weg|gatan|vägen|torget)(?!\p{L})|náměstí|třída|[路街号]|丁目|番地|,$/iu;
