import {
  electronicInvoices,
  ExtractionError,
  type ElectronicInvoice,
  type FileInDocument,
} from "@galley/core";
import type { Citation, FailedCheck } from "@galley/core/domain";
import type { FieldProperty } from "../../schema/fields-schema.ts";
import type { FieldReader, Proposal, ReaderCall } from "../reader.ts";
import { INVOICE_VALUES, LINE_VALUES, valueOf } from "./invoice-values.ts";
import { PrintedPlaces } from "../../places/printed-places.ts";

/**
 * Reads the XML of an electronic invoice, inside a PDF or as the document itself, for schemas of the kind `invoice`. It
 * runs after the readers of pages, so that it sees what is printed: values that differ fail the check `printed-differs`.
 */
export const eInvoiceReader: FieldReader = {
  name: "e-invoice",
  read(call) {
    if (call.schema.kind !== "invoice") return [];
    const invoices = invoicesIn(call.document.files);
    const [invoice] = invoices;
    if (!invoice) return [];
    if (invoices.length > 1)
      call.note(`The XML has ${invoices.length} invoices; the fields are those of the first.`);
    const reading: Reading = { call, invoice, places: new PrintedPlaces(call.document) };
    return [...totalsAndNames(reading), ...rows(reading)];
  },
};

/**
 * What is left of the proposals if an electronic invoice is one of the sources: what the XML says or leaves out is not
 * read from the page, except by a person.
 */
export function withExactInvoice(proposals: readonly Proposal[]): readonly Proposal[] {
  const exact = new Set(
    proposals.filter(({ reader }) => reader === "e-invoice").map(({ path }) => propertyOf(path)),
  );
  if (exact.size === 0) return proposals;
  return proposals.filter(({ path, reader, value }) =>
    reader === "e-invoice" ? value !== null : reader === "person" || !exact.has(propertyOf(path)),
  );
}

function propertyOf(path: string): string {
  return /^[^.[]*/.exec(path)?.[0] ?? path;
}

/** The names that the standards give the file; a PDF may contain other XML. */
const NAMES = /^(?:factur-x|zugferd-invoice|xrechnung|order-x)\.xml$/i;

function invoicesIn(files: readonly FileInDocument[]): readonly ElectronicInvoice[] {
  const named = files.toSorted((a, b) => Number(NAMES.test(b.name)) - Number(NAMES.test(a.name)));
  for (const { bytes } of named) {
    const invoices = invoicesOf(bytes);
    if (invoices.length > 0) return invoices;
  }
  return [];
}

/** Broken XML is no invoice: the page is read instead. */
function invoicesOf(bytes: Uint8Array): readonly ElectronicInvoice[] {
  try {
    return electronicInvoices(bytes);
  } catch (error) {
    if (error instanceof ExtractionError) return [];
    throw error;
  }
}

interface Reading {
  readonly call: ReaderCall;
  readonly invoice: ElectronicInvoice;
  readonly places: PrintedPlaces;
}

function totalsAndNames(reading: Reading): readonly Proposal[] {
  const { call, invoice } = reading;
  return Object.entries(call.schema.properties).flatMap(([path, property]) => {
    const text = INVOICE_VALUES.get(path)?.(invoice);
    return text === undefined ? [] : [proposal(path, text, property, reading)];
  });
}

function proposal(path: string, text: string, property: FieldProperty, reading: Reading): Proposal {
  const value = valueOf(text, property.type);
  const citations = bestPlace(reading.places.of(value, property.format), path, reading.call.proposals);
  const differs = printedDiffers(
    { path, value, raw: text, isPrinted: citations.length > 0 },
    reading.call.proposals,
  );
  return {
    path,
    value,
    raw: text,
    citations,
    confidence: EXACT,
    reader: "e-invoice",
    ...(differs ? { checks: [differs] } : {}),
  };
}

const EXACT = 1;

/** The place that another reader found for the field; else sums are below what they sum up, all else is above. */
function bestPlace(
  places: readonly (readonly Citation[])[],
  path: string,
  proposals: readonly Proposal[],
): readonly Citation[] {
  const known = proposals.filter((other) => other.path === path).flatMap(({ citations }) => citations);
  const same = places.find(([first]) =>
    known.some(({ page, lines }) => first?.page === page && first.lines[0] === lines[0]),
  );
  return same ?? (SUMS.test(path) ? places.at(-1) : places[0]) ?? [];
}

const SUMS = /_total$|^amount_due$/;

/** Page readers of less confidence are wrong too often to accuse an invoice. */
const SURE_OF_PRINTED = 0.5;

interface Embedded extends Pick<Proposal, "path" | "value" | "raw"> {
  readonly isPrinted: boolean;
}

/** A printed amount, date or number that differs from the embedded one, which no page shows. */
function printedDiffers(
  { path, value, raw, isPrinted }: Embedded,
  proposals: readonly Proposal[],
): FailedCheck | undefined {
  if (isPrinted || value === null || !COMPARED.test(path)) return undefined;
  const printed = proposals
    .filter((other) => other.path === path && other.value !== null && other.confidence >= SURE_OF_PRINTED)
    .toSorted((a, b) => b.confidence - a.confidence)[0];
  if (!printed || printed.value === value) return undefined;
  const message = `The page shows ${printed.raw}; the embedded XML has ${raw}.`;
  return { check: "printed-differs", message };
}

const COMPARED = /_total$|^amount_due$|_date$|^invoice_number$|^iban$/;

/** Profiles for bookkeeping (MINIMUM, BASIC WL) have no lines: the page's are read. */
function rows(reading: Reading): readonly Proposal[] {
  const { call, invoice } = reading;
  const properties = call.schema.properties["lines"]?.items?.properties;
  if (!properties) return [];
  let above: Citation | undefined;
  return invoice.lines.flatMap((line, index) => {
    const cells = Object.entries(properties).flatMap(([name, property]) => {
      const text = LINE_VALUES.get(name)?.(line);
      if (text === undefined || text === "") return [];
      const value = valueOf(text, property.type);
      return { path: `lines[${index}].${name}`, value, raw: text, property };
    });
    const row = placedRow(cells, above, reading.places);
    above =
      row
        .flatMap(({ citations }) => citations)
        .toSorted(inOrder)
        .at(-1) ?? above;
    return row;
  });
}

type Cell = Pick<Proposal, "path" | "value" | "raw"> & { readonly property: FieldProperty };

/** The description is found first: numbers such as 1 stand at many places, and those nearest to it are meant. */
function placedRow(
  cells: readonly Cell[],
  above: Citation | undefined,
  places: PrintedPlaces,
): readonly Proposal[] {
  const named = cells.find(({ property }) => property.type === "string") ?? cells.at(-1);
  const anchors = named ? places.of(named.value, named.property.format) : [];
  const isNext = ([first]: readonly Citation[]): boolean =>
    first !== undefined && (above === undefined || inOrder(first, above) > 0);
  const anchor = anchors.find(isNext) ?? anchors[0] ?? [];
  return cells.map((cell) => ({
    path: cell.path,
    value: cell.value,
    raw: cell.raw,
    citations: cell === named ? anchor : places.near(cell.value, cell.property.format, anchor[0]),
    confidence: EXACT,
    reader: "e-invoice",
  }));
}

function inOrder(a: Citation, b: Citation): number {
  return a.page - b.page || a.lines[0] - b.lines[0];
}
