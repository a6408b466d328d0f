import { currencyOf } from "../values/currencies.ts";
import { type DateOrder, dateOrderOf } from "../values/dates.ts";
import { type DecimalMark, decimalMarkOf } from "../values/amounts.ts";
import { type SegmentLine, segmentLines } from "../text/segment.ts";
import type { FieldDocument } from "./field-document.ts";

/** What readers share about a document: its lines in segments and how it writes numbers and dates. */
export interface DocumentContext {
  readonly lines: readonly SegmentLine[];
  readonly mark: DecimalMark;
  readonly order: DateOrder;
  /** ISO 4217; undefined if no amount has one. */
  readonly currency: string | undefined;
  /** True if words were recognised in an image, so that labels may have errors. */
  readonly isRecognised: boolean;
  /** Running headers, footers and page numbers, which are no part of tables. */
  readonly furniture: ReadonlySet<SegmentLine>;
}

const contexts = new WeakMap<FieldDocument, DocumentContext>();

/** The context of a document, made once. */
export function contextOf(document: FieldDocument): DocumentContext {
  const known = contexts.get(document);
  if (known !== undefined) return known;
  const made = makeContext(document);
  contexts.set(document, made);
  return made;
}

function makeContext(document: FieldDocument): DocumentContext {
  const lines = segmentLines(document);
  const texts = lines.map(({ whole }) => whole.text);
  const currency = currencyOf(texts);
  return {
    lines,
    currency,
    mark: decimalMarkOf(texts) ?? (currency !== undefined && COMMA_CURRENCIES.has(currency) ? "," : "."),
    order: dateOrderOf(texts) ?? (currency === undefined ? undefined : usualOrder(currency)),
    furniture: furnitureOf(document, lines),
    isRecognised: lines.some(({ whole }) => whole.words.some(({ confidence }) => confidence < 1)),
  };
}

function furnitureOf({ blocks }: FieldDocument, lines: readonly SegmentLine[]): ReadonlySet<SegmentLine> {
  const places = blocks.blocks.filter(({ kind }) => FURNITURE.has(kind)).flatMap((block) => block.places);
  return new Set(
    lines.filter(({ page, line }) =>
      places.some(
        (place) =>
          place.page === page && place.lines !== null && place.lines[0] <= line && line <= place.lines[1],
      ),
    ),
  );
}

const FURNITURE: ReadonlySet<string> = new Set(["page_header", "page_footer", "page_number"]);

const COMMA_CURRENCIES: ReadonlySet<string> = new Set([
  "EUR",
  "PLN",
  "CZK",
  "SEK",
  "DKK",
  "NOK",
  "BRL",
  "HUF",
  "RON",
]);

/** Only the United States write the month first; other dollars and languages do not say. */
function usualOrder(currency: string): DateOrder {
  if (currency === "USD") return "month-first";
  return currency === "CAD" ? undefined : "day-first";
}
