import { contextOf, type DocumentContext } from "../../../document/document-context.ts";
import type { FieldsSchema } from "../../../schema/fields-schema.ts";
import { citationOf, type Segment, wordConfidence } from "../../../text/segment.ts";
import { hasLegalForm, isName, isPostalLine, senderName } from "../../../values/company-names.ts";
import type { LabelHit } from "../../label-index/label-hits.ts";
import { schemaHits } from "../../labels/label-reader.ts";
import type { Proposal, ReaderCall } from "../../reader.ts";
import { isTitle, likelySeller } from "./likely-seller.ts";
import { areaOf, isIn, partyNamed, type Party } from "./party.ts";
import { withNextLine } from "./wrapped-name.ts";

export interface Parties {
  readonly seller: Party | undefined;
  readonly buyer: Party | undefined;
}

/** Seller and buyer: below their labels, else the buyer in the address window and the seller by its legal form. */
export function partiesIn({ document, schema }: Pick<ReaderCall, "document" | "schema">): Parties {
  const context = contextOf(document);
  const hits = schemaHits(context, schema);
  const pageHeight = document.pages[0]?.height ?? 0;
  const seller = labelledParty(context, hits, "seller") ?? verticalParty(context, /[销銷卖賣]/u);
  const buyer = labelledParty(context, hits, "buyer") ?? verticalParty(context, /[购購买買]/u);
  const window = buyer ?? addressed(context) ?? addressWindow(context, pageHeight / 2, seller);
  const whole = (party: Party | undefined): Party | undefined => party && withNextLine(party, context);
  return {
    seller: whole(seller ?? unlabelledSeller(context, { hits, buyer: window, pageHeight })),
    buyer: whole(window),
  };
}

interface UnlabelledSearch {
  readonly hits: readonly LabelHit[];
  readonly buyer: Party | undefined;
  /** Points. */
  readonly pageHeight: number;
}

function unlabelledSeller(
  context: DocumentContext,
  { hits, buyer, pageHeight }: UnlabelledSearch,
): Party | undefined {
  const isBuyers = (segment: Segment): boolean =>
    buyer !== undefined && (segment.text === buyer.name.text || isIn(segment, buyer.area));
  const isLabel = (segment: Segment): boolean =>
    hits.some((hit) => hit.segment === segment && hit.isFirst && hit.isMarked);
  const found = likelySeller(context, { isBuyers, isLabel, pageHeight });
  if (found === undefined) return undefined;
  const { segment, start, end, above, confidence } = found;
  const party = { ...partyNamed(segment, { start, confidence, last: segment }), end };
  return above === undefined ? party : { ...party, above, area: areaOf(above, [segment]) };
}

/** The names of the parties as proposals. */
export function partyProposals({ seller, buyer }: Parties, schema: FieldsSchema): readonly Proposal[] {
  return Object.entries({ seller, buyer }).flatMap(([path, party]) => {
    if (party === undefined || !Object.hasOwn(schema.properties, path)) return [];
    const { name, above, below, start, end, confidence } = party;
    const parts = [above?.text, name.text.slice(start, end).trim(), below?.text];
    const value = parts.filter((part) => part !== undefined).join(" ");
    const citations = [
      ...(above === undefined ? [] : [citationOf(above)]),
      citationOf(name, start, end),
      ...(below === undefined ? [] : [citationOf(below)]),
    ];
    return [
      { path, value, raw: value, citations, confidence: confidence * wordConfidence(name), reader: "kind" },
    ];
  });
}

/** Lines of a party below its label. */
const MAX_LINES = 9;

function labelledParty(context: DocumentContext, hits: readonly LabelHit[], key: string): Party | undefined {
  for (const hit of hits) {
    if (!hit.keys.includes(key) || !hit.isFirst || !hit.isMarked) continue;
    // "Von" and "An" are labels only if they stand for themselves; so do all that name a party.
    const rest = hit.segment.text.slice(hit.end);
    if (hit.length < 3 && rest.length > 1 && !/^[:：]/u.test(rest)) continue;
    const party = inSegment(context, hit) ?? besideOrBelow(context, hit, hits);
    if (party !== undefined) return party;
  }
  return undefined;
}

function inSegment(context: DocumentContext, hit: LabelHit): Party | undefined {
  const rest = hit.segment.text.slice(hit.end);
  // "Buyer/recipient" is one label.
  if (rest.trimStart().startsWith("/")) return undefined;
  const lead = /^[\s.)]*[:：]?\s*/u.exec(rest)?.[0].length ?? 0;
  const name = rest.slice(lead);
  if (!isName(name)) return undefined;
  // "To: The Manager" names a person; the company is below.
  const [below] = blockBelow(context, hit);
  if (hit.length < 3 && below !== undefined && hasLegalForm(below.text) && !hasLegalForm(name))
    return undefined;
  return partyNamed(hit.segment, { start: hit.end + lead, confidence: 0.93, last: hit.segment });
}

function besideOrBelow(
  context: DocumentContext,
  hit: LabelHit,
  hits: readonly LabelHit[],
): Party | undefined {
  const beside = context.lines[hit.lineAt]?.segments[hit.segmentAt + 1];
  const block = blockBelow(context, hit);
  const named = block.find((segment) => NAME_LABEL.test(segment.text));
  if (named !== undefined) {
    const found = namedSegment(context, named);
    if (found !== undefined) return { ...found, area: areaOf(hit.segment, block) };
  }
  const isLabel = (segment: Segment): boolean =>
    hits.some((other) => other.segment === segment && other.isFirst && other.isMarked);
  const isAddress = block.some(({ text }) => isPostalLine(text));
  const isBeside = !isAligned(block[0], hit.segment) || (!isAddress && isPair(context, block[0], beside));
  if (beside !== undefined && isName(beside.text) && !isLabel(beside) && isBeside) {
    return {
      ...partyNamed(beside, { start: 0, confidence: 0.9, last: beside }),
      area: areaOf(beside, block),
    };
  }
  const name = block.find(
    (segment) => !/[:：]/u.test(segment.text) && isName(segment.text) && !isLabel(segment),
  );
  if (name === undefined) return undefined;
  const company = companyBelow(block, name);
  return {
    ...partyNamed(company ?? name, { start: 0, confidence: company === undefined ? 0.93 : 0.8, last: name }),
    area: areaOf(hit.segment, block),
  };
}

/** The company below a person with a title, if another line stands between it and the town. */
function companyBelow(block: readonly Segment[], person: Segment): Segment | undefined {
  const at = block.indexOf(person);
  const postal = block.findIndex(({ text }) => isPostalLine(text));
  const next = block[at + 1];
  if (!PERSON.test(person.text) || next === undefined || postal < at + 3) return undefined;
  return isName(next.text) && !/[\d:：]/u.test(next.text) ? next : undefined;
}

const PERSON = /^(?:dr|prof|mr|mrs|ms|herrn?|frau|m|mme|sr|sra|sig|dott|dhr|mevr|pan|pani)\.?\s\p{Lu}/iu;

const NAME_LABEL =
  /^(?:name|firma|company(?:\sname)?|nom|raison\ssociale|nombre|razón\ssocial|ragione\ssociale|denominazione|naam|bedrijf|nome|nazwa|namn|företag|název|jméno|名称|会社名|公司名称|单位名称)\s*(?:[:：]|$)/iu;

function namedSegment(context: DocumentContext, segment: Segment): Omit<Party, "area"> | undefined {
  const rest = segment.text.replace(NAME_LABEL, "").trim();
  if (rest !== "") {
    const start = segment.text.length - rest.length;
    return partyNamed(segment, { start, confidence: 0.96, last: segment });
  }
  const line = context.lines.find(({ page, line: at }) => page === segment.page && at === segment.line);
  const next = line?.segments[line.segments.indexOf(segment) + 1];
  return next === undefined ? undefined : partyNamed(next, { start: 0, confidence: 0.96, last: next });
}

/** A name beside the label of its cell, which Chinese forms print from top to bottom, one character in a line. */
function verticalParty(context: DocumentContext, label: RegExp): Party | undefined {
  const segments = context.lines.flatMap((line) => line.segments);
  for (const segment of segments) {
    if (!NAME_LABEL.test(segment.text)) continue;
    const column = segments.filter((one) => isCharacterBefore(one, segment));
    const nearest = Math.max(...column.map(({ box }) => box.x0));
    const characters = column.filter(({ box }) => Math.abs(box.x0 - nearest) < 3);
    if (!characters.some(({ text }) => label.test(text))) continue;
    const found = namedSegment(context, segment);
    if (found !== undefined) return { ...found, area: areaOf(found.name, characters) };
  }
  return undefined;
}

/** True for a single character in the lines of a segment or near them, at its left. */
function isCharacterBefore({ page, text, box }: Segment, name: Segment): boolean {
  return (
    page === name.page &&
    /^\p{Script=Han}$/u.test(text) &&
    box.x1 <= name.box.x0 &&
    name.box.x0 - box.x1 < VERTICAL_LABEL.width &&
    Math.abs(box.y0 - name.box.y0) < VERTICAL_LABEL.height
  );
}

/** Points, from the name to the farthest character of its label. */
const VERTICAL_LABEL = { width: 40, height: 80 } as const;

/** The segments below a label that begin under it, until a wide gap. */
function blockBelow(
  { lines }: DocumentContext,
  { segment, lastLineAt: lineAt }: LabelHit,
): readonly Segment[] {
  const block: Segment[] = [];
  let last = segment.box;
  for (const line of lines.slice(lineAt + 1, lineAt + 1 + 2 * MAX_LINES)) {
    const height = last.y1 - last.y0;
    if (line.page !== segment.page || line.whole.box.y0 - last.y1 > 2.5 * height) break;
    const next = line.segments.find(({ box }) => box.x0 < segment.box.x1 && box.x1 > segment.box.x0 - 4);
    const isRight = next !== undefined && Math.abs(next.box.x1 - segment.box.x1) < 4;
    if (next === undefined || (next.box.x0 < segment.box.x0 - 30 && !isRight)) continue;
    block.push(next);
    last = next.box;
    if (block.length === MAX_LINES) break;
  }
  return block;
}

function isAligned(segment: Segment | undefined, label: Segment): boolean {
  return segment !== undefined && Math.abs(segment.box.x0 - label.box.x0) < 3 && !/[:：]/u.test(segment.text);
}

/** A name with the Japanese word for "to" behind it. */
function addressed({ lines }: DocumentContext): Party | undefined {
  for (const { segments } of lines) {
    for (const [index, segment] of segments.entries()) {
      const match = ADDRESSED.exec(segment.text);
      const name = match?.index === 0 ? segments[index - 1] : segment;
      if (match === null || name === undefined || !isName(name.text)) continue;
      const end = name === segment ? match.index : name.text.length;
      return { ...partyNamed(name, { start: 0, confidence: 0.93, last: segment }), end };
    }
  }
  return undefined;
}

const ADDRESSED = /\s*(?:御中|様)$/u;

/** True if a segment is a label like the one above it: what is beside it stands below what is beside the other. */
function isPair(
  { lines }: DocumentContext,
  segment: Segment | undefined,
  above: Segment | undefined,
): boolean {
  const line = lines.find(({ segments }) => segment !== undefined && segments.includes(segment));
  return (
    above !== undefined &&
    line?.segments.some((other) => other !== segment && Math.abs(other.box.x0 - above.box.x0) < 3) === true
  );
}

/** A block of three to seven lines in the upper half whose last lines have a postal code: the buyer's address. */
export function addressWindow(
  context: DocumentContext,
  middle: number,
  not: Party | undefined,
): Party | undefined {
  const first = context.lines.filter(({ page }) => page === context.lines[0]?.page);
  const blocks = first.flatMap((line, at) =>
    line.whole.box.y0 > middle
      ? []
      : line.segments.flatMap((segment) => addressAt(context, at, segment) ?? []),
  );
  const others = blocks.filter(({ name }) => {
    const isSeller = not !== undefined && (name === not.name || isIn(name, not.area));
    return !isSeller && name.box.x0 < 400;
  });
  // The seller's own address stands above the buyer's, if both are blocks.
  const last = others.filter(({ name }) => senderName(name.text) === undefined);
  return last.length > 1 ? last.at(-1) : last[0];
}

/** An address whose first line is this segment. */
function addressAt(context: DocumentContext, at: number, segment: Segment): Party | undefined {
  if (!isName(segment.text) || /[:：]/u.test(segment.text) || isTitle(segment.text)) return undefined;
  if (isContinued(context, at, segment)) return undefined;
  const block = addressBlock(context, at, segment);
  const postal = block.findIndex(({ text }) => isPostalLine(text));
  if (postal < 2 || postal > 6) return undefined;
  const company = block.slice(0, postal - 1).find(({ text }) => hasLegalForm(text));
  return { ...(company ? wholeName(company) : personIn(block, segment)), area: areaOf(segment, block) };
}

/** The lines below a segment that begin under it. Letters leave a line empty above the town. */
function addressBlock({ lines }: DocumentContext, at: number, segment: Segment): readonly Segment[] {
  const block = [segment];
  for (const line of lines.slice(at + 1, at + MAX_LINES)) {
    const last = block.at(-1) ?? segment;
    const gap = line.whole.box.y0 - last.box.y1;
    const next = line.segments.find(({ box }) => Math.abs(box.x0 - segment.box.x0) < 4);
    const most = next !== undefined && isPostalLine(next.text) ? 3.4 : 1.3;
    if (line.page !== segment.page || gap > most * (last.box.y1 - last.box.y0)) break;
    if (next !== undefined) block.push(next);
  }
  return block;
}

/** The first line, or the second below a salutation that stands alone; without a salutation before it. */
function personIn(block: readonly Segment[], first: Segment): Party {
  const isAlone = SALUTATION.exec(first.text)?.[0] === first.text;
  const name = block[isAlone ? 1 : 0] ?? first;
  return { ...wholeName(name), start: SALUTATION.exec(name.text)?.[0].length ?? 0 };
}

function wholeName(name: Segment): Party {
  return partyNamed(name, { start: 0, confidence: 0.8, last: name });
}

const SALUTATION =
  /^(?:(?:herrn?|frau|familie|eheleute|firma|mr\.?|mrs\.?|ms\.?|m\.|mme|mlle|monsieur|madame|sr\.?|sra\.?|dhr\.|mevr\.|spett\.?(?:le)?|egr\.)(?:\s+(?=\p{Lu})(?!\p{L}{1,3}\s(?:mrs|mme|madame|frau|sra|mevr))|$)|(?:to|an|bill to)$)/iu;

/** True if a line of the same block stands above the segment; lines of another block may stand between them. */
function isContinued({ lines }: DocumentContext, at: number, segment: Segment): boolean {
  const over = lines
    .slice(Math.max(0, at - 2), at)
    .filter(({ page }) => page === segment.page)
    .flatMap(({ segments }) => segments)
    .findLast(({ box }) => Math.abs(box.x0 - segment.box.x0) < 4);
  const height = segment.box.y1 - segment.box.y0;
  return (
    over !== undefined &&
    segment.box.y0 - over.box.y1 < 0.9 * height &&
    senderName(over.text) === undefined &&
    !/^\p{L}{1,12}\s?[:：]/u.test(over.text)
  );
}
