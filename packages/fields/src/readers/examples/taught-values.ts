import type { Citation, FieldRecord, FieldsResult, FieldValue } from "@galley/core/domain";
import { valueAt } from "@galley/core/domain";
import { contextOf, type DocumentContext } from "../../document/document-context.ts";
import type { FieldDocument } from "../../document/field-document.ts";
import { PrintedPlaces } from "../../places/printed-places.ts";
import type { FieldsSchema } from "../../schema/fields-schema.ts";
import { leavesIn, type LeafProperty } from "../../schema/properties-in.ts";
import type { Segment, SegmentLine } from "../../text/segment.ts";
import type { FieldsExample, TaughtValue } from "./fields-example.ts";
import { hasWords } from "./text-pattern.ts";

/** A confirmed document with its fields. */
export interface Confirmed {
  readonly document: FieldDocument;
  readonly schema: FieldsSchema;
  readonly result: FieldsResult;
}

/** The confirmed values that stand in one line of a page, each with what stands around it. */
export function taughtValues({ document, schema, result }: Confirmed): readonly TaughtValue[] {
  const context = contextOf(document);
  const printed = new PrintedPlaces(document);
  return leavesIn(schema.properties).flatMap((leaf) => {
    const value = valueAt(result.data, leaf.path) ?? null;
    const record = result.fields[leaf.path];
    if (value === null || record?.confirmed !== true) return [];
    const citation = placeOf(record, { leaf, value, printed });
    const isCorrected = record.reader === "person";
    return (
      (citation && taughtValue(citation, { path: leaf.path, value, isCorrected, context, document })) ?? []
    );
  });
}

/** The paths whose absence is confirmed, those apart whose value a person has removed. */
export function absencesIn({ schema, result }: Confirmed): Pick<FieldsExample, "absent" | "removed"> {
  const confirmed = leavesIn(schema.properties)
    .map(({ path }) => path)
    .filter(
      (path) => (valueAt(result.data, path) ?? null) === null && result.fields[path]?.confirmed === true,
    );
  const isRemoved = (path: string): boolean => result.fields[path]?.reader === "person";
  return {
    absent: confirmed.filter((path) => !isRemoved(path)),
    removed: confirmed.filter(isRemoved),
  };
}

interface Sought {
  readonly leaf: LeafProperty;
  readonly value: FieldValue;
  readonly printed: PrintedPlaces;
}

/** The place of a value, or, if a person typed it, the only one where it is printed; of a name, the first one. */
function placeOf({ citations }: FieldRecord, { leaf, value, printed }: Sought): Citation | undefined {
  const [citation, ...others] = citations;
  if (citation !== undefined) return others.length === 0 ? citation : undefined;
  const { format } = leaf.property;
  const [found, ...more] = printed.of(value, format);
  return found?.length === 1 && (more.length === 0 || format === "name") ? found[0] : undefined;
}

interface Placed extends Pick<TaughtValue, "path" | "value" | "isCorrected"> {
  readonly context: DocumentContext;
  readonly document: FieldDocument;
}

/** Longer texts are paragraphs, not labels. */
const MAX_TEXT = 120;

function taughtValue(citation: Citation, placed: Placed): TaughtValue | undefined {
  const { context, document } = placed;
  const lineAt = context.lines.findIndex(
    ({ page, line }) => page === citation.page && line === citation.lines[0],
  );
  const line = context.lines[lineAt];
  const part = line && partOf(line, citation);
  if (line === undefined || part === undefined || citation.lines[1] !== citation.lines[0]) return undefined;
  const { segment, segmentAt, start, end, box } = part;
  const text = segment.text.slice(start, end);
  const above = segmentAbove(context, lineAt, segment);
  const texts = {
    text,
    before: segment.text.slice(0, start).trim(),
    after: segment.text.slice(end).trim(),
    left: line.segments[segmentAt - 1]?.text ?? "",
    above: above?.text ?? "",
  };
  if (Object.values(texts).some(({ length }) => length > MAX_TEXT)) return undefined;
  return {
    path: placed.path,
    value: placed.value,
    isCorrected: placed.isCorrected,
    page: citation.page - 1,
    pageFromEnd: (document.pages.at(-1)?.number ?? citation.page) - citation.page,
    box: [Math.round(box.x0), Math.round(box.y0), Math.round(box.x1), Math.round(box.y1)],
    ...texts,
    drop: above === undefined ? 0 : Math.round(segment.box.y0 - above.box.y0),
  };
}

interface Part {
  readonly segment: Segment;
  readonly segmentAt: number;
  readonly start: number;
  readonly end: number;
  readonly box: Segment["box"];
}

/** The words of a line that a citation has, as a part of one segment; undefined if they are in several. */
function partOf({ segments }: SegmentLine, { boxes: [cited], text: printed }: Citation): Part | undefined {
  if (cited === undefined) return undefined;
  for (const [segmentAt, segment] of segments.entries()) {
    const words = segment.words.filter(({ box }) => {
      const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
      return cited.x0 <= x && x <= cited.x1 && cited.y0 <= y && y <= cited.y1;
    });
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) continue;
    const at = segment.words.indexOf(first);
    const from = segment.words.slice(0, at).reduce((sum, { text }) => sum + text.length + 1, 0);
    const to = from + words.map(({ text }) => text).join(" ").length;
    // A value may be a part of a word, such as the number in "No:4711".
    const inside = segment.text.slice(from, to).indexOf(printed);
    const [start, end] = inside < 0 ? [from, to] : [from + inside, from + inside + printed.length];
    const box = { ...first.box, x1: last.box.x1 };
    return { segment, segmentAt, start, end, box };
  }
  return undefined;
}

/** How many lines above a value its label stands at most. */
const LINES_ABOVE = 4;

/** The nearest segment with words above another one. */
function segmentAbove({ lines }: DocumentContext, lineAt: number, below: Segment): Segment | undefined {
  for (let at = lineAt - 1; at >= Math.max(0, lineAt - LINES_ABOVE); at--) {
    const line = lines[at];
    if (line === undefined || line.page !== below.page) return undefined;
    const found = line.segments.find(
      ({ box, text }) => hasWords(text) && Math.min(box.x1, below.box.x1) > Math.max(box.x0, below.box.x0),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
