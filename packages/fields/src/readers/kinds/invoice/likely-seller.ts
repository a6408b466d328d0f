import type { DocumentContext } from "../../../document/document-context.ts";
import type { Segment, SegmentLine } from "../../../text/segment.ts";
import { joinedTokens } from "../../../text/tokens.ts";
import { hasLegalForm, isName, isPostalLine, nameEnd, senderName } from "../../../values/company-names.ts";

export interface LikelySeller {
  readonly segment: Segment;
  /** Offsets of the name into the segment's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The line above with the beginning of the name, if it has two lines. */
  readonly above: Segment | undefined;
  readonly confidence: number;
}

export interface SellerSearch {
  /** True if a segment belongs to the buyer. */
  readonly isBuyers: (segment: Segment) => boolean;
  /** True if a segment is a label of another field. */
  readonly isLabel: (segment: Segment) => boolean;
  /** Points. */
  readonly pageHeight: number;
}

/**
 * The seller of an invoice that does not label it. Each of these speaks for a name: the sender's line above an address
 * window, large letters in the head, a legal form, an address below it, the owner of the bank account, a web or e-mail
 * address that is called like it, and that it stands at several places.
 */
export function likelySeller(context: DocumentContext, search: SellerSearch): LikelySeller | undefined {
  const page = pageOf(context, search);
  const candidates = page.lines
    .flatMap(({ segments }, at) =>
      segments.flatMap((segment, index) =>
        isOthersValue(segments[index - 1]) ? [] : candidateAt(at, segment, { page, search }),
      ),
    )
    .toSorted((a, b) => b.score - a.score);
  const [top] = candidates;
  if (top === undefined || top.score < LEAST_SCORE) return undefined;
  const best = addressedName(top, candidates) ?? wholeName(top, context);
  const above = best === top ? nameAbove(top, { page, search }) : undefined;
  const other = candidates.find(({ key }) => !key.includes(best.key) && !best.key.includes(key));
  const isClear = best.score - (other?.score ?? 0) > CLEAR_LEAD;
  const { segment, start, end } = best;
  const isSettled = above === undefined ? !isMaybePart(best, { page, search }) : isPrinted(above, best, page);
  const most = isClear && isSettled ? 0.94 : 0.8;
  return { segment, start, end, above, confidence: Math.min(most, 0.5 + best.score / 2) };
}

/**
 * The line above a name that ends with its legal form, if the two are one name: alike in size and case, close and with
 * a common edge. A logo, a slogan or a department is larger, smaller or has words that the page has without the name.
 */
function nameAbove(
  { segment, start, end }: Candidate,
  { page, search }: CandidateSearch,
): Segment | undefined {
  const name = segment.text.slice(start, end);
  if (start > 0 || !hasLegalForm(name) || !hasLegalForm(segment.text.slice(end - FORM_LENGTH, end)))
    return undefined;
  const at = page.lines.findIndex(({ segments }) => segments.includes(segment));
  const above = page.lines[at - 1]?.segments.find((other) => isSameBlock(other, segment));
  if (above === undefined || search.isBuyers(above) || search.isLabel(above) || hasLegalForm(above.text))
    return undefined;
  return isNamePart(above) && isUpper(above.text) === isUpper(name) ? above : undefined;
}

/** True if a line above or below a name may be a part of it, and no other line has the name alone or before its address. */
function isMaybePart({ segment, end, key }: Candidate, { page, search }: CandidateSearch): boolean {
  const at = page.lines.findIndex(({ segments }) => segments.includes(segment));
  const isComplete = hasLegalForm(segment.text.slice(end - FORM_LENGTH, end));
  const isPart = (other: Segment, isAlike: boolean): boolean =>
    isAlike && isNamePart(other) && !search.isBuyers(other) && !search.isLabel(other);
  const above = page.lines[at - 1]?.segments ?? [];
  const below = isComplete ? [] : (page.lines[at + 1]?.segments ?? []);
  const isDoubtful =
    above.some((other) => isPart(other, isSameBlock(other, segment))) ||
    below.some((other) => isPart(other, isSameBlock(segment, other)));
  return (
    isDoubtful &&
    !page.lines.some(({ segments }) =>
      segments.some((other) => other !== segment && nameKey(other.text) === key),
    )
  );
}

/** The name in a text that is nothing but a name, or one before its address. */
function nameKey(text: string): string {
  return joinedTokens(senderName(text) ?? text);
}

/** True for words that may belong to a name: no address, no label, no list, no title. */
function isNamePart({ text }: Segment): boolean {
  return (
    isName(text) &&
    !isTitle(text) &&
    !isPostalLine(text) &&
    !ADDRESS_LABEL.test(text) &&
    !/[\d:：@|·•,]|www\./u.test(text)
  );
}

const ADDRESS_LABEL =
  /^(?:post|besöks|leverans)?(?:adress|address|anschrift|adresse|dirección|indirizzo|adres|morada|adresa)$|^(?:head|registered)\soffice$/iu;

/** Characters that a legal form at the end of a name takes at most. */
const FORM_LENGTH = 24;

/** True if two lines have a common edge, are close, and neither is much higher. */
function isSameBlock({ box: above }: Segment, { box }: Segment): boolean {
  const [height, other] = [box.y1 - box.y0, above.y1 - above.y0];
  const isAlike = Math.max(height, other) < 1.4 * Math.min(height, other);
  const isClose = box.y0 - above.y1 < Math.max(height, other);
  return isAlike && isClose && isUnder(box, above);
}

function isUpper(text: string): boolean {
  return text === text.toUpperCase();
}

/** True if another line has both parts of a name one after the other. */
function isPrinted(above: Segment, { key }: Candidate, { texts }: SellerPage): boolean {
  return texts.some((text) => text.includes(joinedTokens(above.text) + key));
}

/** The name over an address that the letters of a logo are a part of. */
function addressedName(logo: Candidate, candidates: readonly Candidate[]): Candidate | undefined {
  if (logo.hasAddress || logo.key.length < MIN_KEY || hasLegalForm(logo.segment.text)) return undefined;
  return candidates.find(({ key, hasAddress }) => hasAddress && key !== logo.key && key.includes(logo.key));
}

/** Logos leave out the legal form, or more of the name; the lines with address or account, which may be on another page, have it whole. */
function wholeName(short: Candidate, { lines }: DocumentContext): Candidate {
  if (short.key.length < MIN_KEY || hasLegalForm(short.segment.text)) return short;
  for (const segment of lines.flatMap(({ segments }) => segments)) {
    const name = senderName(segment.text) ?? segment.text.slice(0, nameEnd(segment.text));
    const isWhole = hasLegalForm(name) && isName(name) && joinedTokens(name).startsWith(short.key);
    if (isWhole) return { ...short, segment, start: 0, end: name.length };
  }
  return short;
}

/** A name in the upper quarter without anything else that speaks for it is not enough. */
const LEAST_SCORE = 0.4;
/** Less than what the weakest of the reasons is worth apart from the place. */
const CLEAR_LEAD = 0.1;

interface Candidate extends Omit<LikelySeller, "confidence" | "above"> {
  readonly key: string;
  readonly score: number;
  readonly hasAddress: boolean;
}

interface SellerPage {
  readonly lines: readonly SegmentLine[];
  /** Of the text of the page, in points. */
  readonly bottom: number;
  /** Height of most lines. */
  readonly usual: number;
  /** The names of web and e-mail addresses that are not the buyer's. */
  readonly domains: readonly string[];
  /** All lines of the document without blanks, which names are looked up in. */
  readonly texts: readonly string[];
}

function pageOf({ lines }: DocumentContext, { isBuyers }: SellerSearch): SellerPage {
  const first = lines.filter(({ page }) => page === lines[0]?.page);
  const heights = first.map(({ whole }) => whole.box.y1 - whole.box.y0).toSorted((a, b) => a - b);
  const sellers = first.flatMap(({ segments }) => segments).filter((segment) => !isBuyers(segment));
  return {
    lines: first,
    bottom: Math.max(...first.map(({ whole }) => whole.box.y1)),
    usual: heights[Math.floor(heights.length / 2)] ?? 1,
    domains: sellers.flatMap(({ text }) => domainsIn(text)),
    texts: lines.map(({ whole }) => joinedTokens(whole.text)),
  };
}

/** Mail providers say nothing of the company. */
const PROVIDERS: ReadonlySet<string> = new Set(
  "gmail googlemail outlook hotmail yahoo gmx web icloud tonline orange wanadoo libero seznam".split(" "),
);

function domainsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?:@|www\.)(?<domain>[\p{L}\d-]+)\.\p{L}/giu)]
    .map((match) => joinedTokens(match.groups?.["domain"] ?? ""))
    .filter((domain) => domain.length >= MIN_KEY && !PROVIDERS.has(domain));
}

/** Shorter parts of names are in many words. */
const MIN_KEY = 4;

/** True if a segment is the label of the next, and not one of a name, such as that of a person to contact. */
function isOthersValue(before: Segment | undefined): boolean {
  return (
    before !== undefined && /[:：]$/u.test(before.text) && !/name|nom|firm|company|社/iu.test(before.text)
  );
}

interface CandidateSearch {
  readonly page: SellerPage;
  readonly search: SellerSearch;
}

/** The owner of the account to pay to. */
const OWNER =
  /(?:kontoinhaber(?:in)?|zahlungsempfänger|account\s(?:holder|name|owner)|beneficiary|payee|titulaire|bénéficiaire|titular|beneficiario|intestatari[oa]|t\.?n\.?v\.?|rekeninghouder|beneficiário|posiadacz|kontoinnehavare|majitel\súčtu|户名|口座名義)\s*[:：]\s*/iu;

function candidateAt(at: number, segment: Segment, { page, search }: CandidateSearch): readonly Candidate[] {
  if (search.isBuyers(segment)) return [];
  const owner = OWNER.exec(segment.text);
  const start = owner === null ? 0 : owner.index + owner[0].length;
  const rest = segment.text.slice(start);
  const sender = senderName(rest);
  if (sender === undefined && isListOfTrades(rest)) return [];
  const text = sender ?? rest.slice(0, nameEnd(rest));
  if (!isName(text) || isTitle(text) || /[:：@]|www\./u.test(text)) return [];
  if (owner === null && search.isLabel(segment)) return [];
  const key = joinedTokens(text);
  const height = (segment.box.y1 - segment.box.y0) / page.usual;
  const hasAddress = hasAddressBelow(at, segment, page);
  const score =
    (sender === undefined || isBelowName(at, segment, page) ? 0 : 0.5) +
    (owner === null ? 0 : 0.5) +
    nameScore(text) +
    placeScore(segment.box.y0, { height, bottom: page.bottom, pageHeight: search.pageHeight }) +
    echoScore(key, page) +
    (hasAddress ? 0.3 : 0);
  return [{ segment, start, end: start + text.length, key, score, hasAddress }];
}

/** "Heating – Plumbing – Repairs" says what a company does, not what it is called. */
function isListOfTrades(text: string): boolean {
  return !hasLegalForm(text) && text.split(/\s[–—|·•/]\s/u).length > 2;
}

function nameScore(text: string): number {
  if (text.length > MAX_NAME) return -0.4;
  return (hasLegalForm(text) ? 0.45 : 0) - (/\d/u.test(text) ? 0.25 : 0);
}

const MAX_NAME = 60;

interface Place {
  /** Of the segment, in heights of most lines. */
  readonly height: number;
  readonly bottom: number;
  readonly pageHeight: number;
}

/** Names stand in the head of the text, often in large letters, or in its foot; in short texts, the head of the page says less. */
function placeScore(y: number, { height, bottom, pageHeight }: Place): number {
  if (y < 0.25 * bottom) return height > 1.25 ? 0.55 : 0.25;
  return y > 0.85 * bottom || y < 0.25 * pageHeight ? 0.1 : 0;
}

/** What else in the document has the name. */
function echoScore(key: string, { domains, texts }: SellerPage): number {
  if (key.length < MIN_KEY) return 0;
  const isDomain = domains.some((domain) => key.includes(domain) || domain.includes(key));
  const isRepeated = texts.filter((text) => text.includes(key)).length > 1;
  return (isDomain ? 0.35 : 0) + (isRepeated ? 0.15 : 0);
}

/** True if one of the next three lines of the same column has a postal code. */
function hasAddressBelow(at: number, segment: Segment, { lines }: SellerPage): boolean {
  const below = lines.slice(at + 1, at + 4).flatMap(({ segments }) => segments);
  const height = segment.box.y1 - segment.box.y0;
  return below.some(
    ({ box, text }) =>
      isUnder(box, segment.box) &&
      box.y0 - segment.box.y1 < 5 * height &&
      (isPostalLine(text) || senderName(text) !== undefined),
  );
}

/** True for lines that begin or end at one edge or are centred. */
function isUnder(box: Segment["box"], above: Segment["box"]): boolean {
  const isAtEdge = Math.abs(box.x0 - above.x0) < 4 || Math.abs(box.x1 - above.x1) < 4;
  return isAtEdge || Math.abs(box.x0 + box.x1 - above.x0 - above.x1) < 8;
}

/** True if larger letters or a legal form stand over a line: then these are the name, and the line begins with something else. */
function isBelowName(at: number, { box }: Segment, { lines }: SellerPage): boolean {
  const height = box.y1 - box.y0;
  return (
    lines[at - 1]?.segments.some(
      (above) =>
        isUnder(box, above.box) &&
        (above.box.y1 - above.box.y0 > 1.2 * height || hasLegalForm(above.text)) &&
        box.y0 - above.box.y1 < 2 * height &&
        isName(above.text) &&
        !isTitle(above.text),
    ) === true
  );
}

const TITLE_WORD =
  /^(?:[\p{L}-]*rechnung|[\p{L}-]*gutschrift|(?:tax\s|commercial\s|sales\s)?invoice|credit\snote|facture|avoir|factura|fattura|parcella|factuur|fatura|faktura|[\p{L}\s]*daňový\sdoklad|bill|receipt|御?請求書|.{0,12}发票.{0,12}|seite|page)(?:\s|$)/iu;

/** True if a text begins like the title of an invoice. */
export function isTitle(text: string): boolean {
  return TITLE_WORD.test(text);
}
