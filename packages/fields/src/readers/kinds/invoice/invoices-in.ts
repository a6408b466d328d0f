import type { DocumentBlocks } from "@galley/core";
import { contextOf } from "../../../document/document-context.ts";
import type { FieldDocument, FieldPage } from "../../../document/field-document.ts";
import type { FieldsSchema } from "../../../schema/fields-schema.ts";
import { labelledValues } from "../../labels/label-reader.ts";
import { titleNumber } from "./invoice-title.ts";

/** A document, and the schema whose labels name the numbers of invoices. */
interface Invoices {
  readonly document: FieldDocument;
  readonly schema: FieldsSchema;
}

/**
 * The parts of a document that has several invoices, each with the pages up to the next one. Pages keep their numbers;
 * files inside the document stay with the first part.
 */
export function splitInvoices(document: FieldDocument, schema: FieldsSchema): readonly FieldDocument[] {
  const starts = [...invoiceStarts({ document, schema }).values()].slice(1);
  if (starts.length === 0) return [document];
  const parts = Map.groupBy(document.pages, ({ number }) => starts.filter((start) => start <= number).length);
  return [...parts].map(([part, pages]) => ({
    pages,
    blocks: blocksOn(pages, document.blocks),
    files: part === 0 ? document.files : [],
  }));
}

function blocksOn(pages: readonly FieldPage[], { blocks, ...document }: DocumentBlocks): DocumentBlocks {
  const numbers = new Set(pages.map(({ number }) => number));
  return { ...document, blocks: blocks.filter(({ places }) => places.some(({ page }) => numbers.has(page))) };
}

/** The sentence about a document with several invoices; undefined if it has one. */
export function severalInvoices(invoices: Invoices): string | undefined {
  const starts = invoiceStarts(invoices);
  if (starts.size < 2) return undefined;
  const named = [...starts].map(([number, page]) => `${number} on page ${page}`);
  return `The file has several invoices: ${named.slice(0, MAX_NAMED).join(", ")}. Split it, or read the pages of each on their own.`;
}

/** Chosen so that the sentence stays short. */
const MAX_NAMED = 10;

/** The first pages of invoices by their numbers, in the order of the pages. */
function invoiceStarts({ document, schema }: Invoices): ReadonlyMap<string, number> {
  const starts = new Map<string, number>();
  if (document.pages.length < 2) return starts;
  const context = contextOf(document);
  const labelled = headNumbers({ document, schema });
  for (const { number: page } of document.pages) {
    const invoice = titleNumber(context, page) ?? labelled.get(page);
    if (invoice !== undefined && !starts.has(invoice)) starts.set(invoice, page);
  }
  return starts;
}

/**
 * The numbers in the heads of pages: beside their label, on a page that has a date of issue as well. Other numbers may be
 * those of other invoices, which a statement or a correction lists.
 */
function headNumbers({ document, schema }: Invoices): ReadonlyMap<number, string> {
  const values = labelledValues(document, schema);
  const dated = new Set((values.get("issue_date") ?? []).map(({ segment }) => segment.page));
  const numbers = (values.get("invoice_number") ?? []).filter(
    ({ segment, hit }) => dated.has(segment.page) && segment.line === hit.segment.line,
  );
  return new Map(
    numbers
      .toReversed()
      .map(({ segment, found }) => [segment.page, segment.text.slice(found.start, found.end)]),
  );
}
