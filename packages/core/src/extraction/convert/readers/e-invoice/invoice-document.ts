import {
  heading,
  paragraph,
  run,
  textSection,
  type Block,
  type FlowDocument,
  type Table,
} from "../../model/flow-document.ts";
import type {
  ElectronicInvoice,
  InvoiceDetail,
  InvoiceLine,
  InvoiceParty,
  InvoiceTax,
  InvoiceTotals,
} from "./electronic-invoice.ts";
import { readElectronicInvoices } from "./read-e-invoice.ts";

/** An electronic invoice as a document that people read: all values of its XML, with their names. */
export function readInvoiceDocument(xml: string): FlowDocument {
  const invoices = readElectronicInvoices(xml);
  const [first] = invoices;
  return {
    title: first ? titleOf(first) : "",
    sections: invoices.map((invoice) => textSection(invoiceBlocks(invoice))),
    notes: [],
    files: (first?.files ?? []).map(({ name, base64 }) => ({
      name,
      bytes: () => Uint8Array.from(Buffer.from(base64, "base64")),
    })),
  };
}

function titleOf({ kind, number }: ElectronicInvoice): string {
  return onOneLine(`${kind} ${number}`).trim();
}

function invoiceBlocks(invoice: ElectronicInvoice): readonly Block[] {
  return [
    heading(1, titleOf(invoice)),
    ...labelled([
      ["Invoice number", invoice.number],
      ["Issue date", invoice.issueDate],
      ["Due date", invoice.dueDate],
      ["Delivery date", invoice.deliveryDate],
      ["Currency", invoice.currency],
      ["Buyer reference", invoice.buyerReference],
      ["Order number", invoice.orderNumber],
    ]),
    ...partyBlocks("Seller", invoice.seller),
    ...partyBlocks("Buyer", invoice.buyer),
    ...invoice.notes.map((note) => paragraph([run(onOneLine(note))])),
    ...linesBlocks(invoice.lines),
    ...taxBlocks(invoice.taxes),
    ...totalsBlocks(invoice.totals, invoice.currency),
    ...paymentBlocks(invoice),
    ...(invoice.details.length === 0 ? [] : [heading(2, "Details"), ...detailBlocks(invoice.details)]),
  ];
}

type Labelled = readonly (readonly [label: string, value: string])[];

function labelled(values: Labelled): readonly Block[] {
  return values
    .filter(([, value]) => value !== "")
    .map(([label, value]) =>
      paragraph([run(`${label}: `, { bold: true }), run(onOneLine(value))], { spaceAfter: 1 }),
    );
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function detailBlocks(details: readonly InvoiceDetail[]): readonly Block[] {
  return labelled(details.map(({ label, value }) => [label, value]));
}

function partyBlocks(role: string, party: InvoiceParty): readonly Block[] {
  const lines = [party.name, ...party.address].filter((line) => line !== "");
  const details = labelled([
    ["VAT ID", party.vatId],
    ["Tax number", party.taxNumber],
    ["E-mail", party.email],
    ["Telephone", party.phone],
  ]);
  const blocks = [
    ...lines.map((line) => paragraph([run(onOneLine(line))], { spaceAfter: 1 })),
    ...details,
    ...detailBlocks(party.details),
  ];
  return blocks.length === 0 ? [] : [heading(2, role), ...blocks];
}

function linesBlocks(lines: readonly InvoiceLine[]): readonly Block[] {
  if (lines.length === 0) return [];
  const head = ["No.", "Description", "Quantity", "Unit", "Unit price", "Tax %", "Amount"];
  const rows = lines.map((line) => [
    line.number,
    line.description,
    line.quantity,
    line.unit,
    line.unitPrice,
    line.taxRate,
    line.amount,
  ]);
  return [
    heading(2, "Lines"),
    table([head, ...rows]),
    ...lines.flatMap(({ number, details }) =>
      details.length === 0
        ? []
        : [paragraph([run(`Line ${number}`, { bold: true })], { spaceBefore: 4 }), ...detailBlocks(details)],
    ),
  ];
}

function taxBlocks(taxes: readonly InvoiceTax[]): readonly Block[] {
  if (taxes.length === 0) return [];
  const rows = taxes.map(({ category, rate, basis, amount }) => [category, rate, basis, amount]);
  return [
    heading(2, "Tax"),
    table([["Category", "Rate %", "Net amount", "Tax amount"], ...rows]),
    ...taxes.flatMap(({ details }) => detailBlocks(details)),
  ];
}

function totalsBlocks(totals: InvoiceTotals, currency: string): readonly Block[] {
  const named: Labelled = [
    ["Sum of lines", totals.lines],
    ["Allowances", totals.allowances],
    ["Charges", totals.charges],
    ["Net total", totals.net],
    ["Tax total", totals.tax],
    ["Gross total", totals.gross],
    ["Paid in advance", totals.prepaid],
    ["Amount due", totals.due],
  ];
  const rows = named.filter(([, value]) => value !== "");
  if (rows.length === 0) return [];
  return [heading(2, "Totals"), table([["Total", currency], ...rows])];
}

function paymentBlocks({ payment }: ElectronicInvoice): readonly Block[] {
  const blocks = [
    ...labelled([
      ["IBAN", payment.iban],
      ["BIC", payment.bic],
      ["Payment reference", payment.reference],
    ]),
    ...payment.terms.map((terms) => paragraph([run(onOneLine(terms))])),
  ];
  return blocks.length === 0 ? [] : [heading(2, "Payment"), ...blocks];
}

/** The first row is the head. Columns of numbers are not aligned, so that each value stays below its head. */
function table(rows: readonly (readonly string[])[]): Table {
  return {
    kind: "table",
    columnWidths: [],
    headRows: 1,
    rows: rows.map((cells, index) => ({
      cells: cells.map((text) => ({
        columnSpan: 1,
        rowSpan: 1,
        blocks: [paragraph([run(onOneLine(text), { bold: index === 0 })], { spaceAfter: 1 })],
      })),
    })),
  };
}
