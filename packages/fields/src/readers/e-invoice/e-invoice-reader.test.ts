import { existsSync, readdirSync, readFileSync } from "node:fs";
import { embeddedFiles, extractText } from "@galley/core";
import { z } from "zod";
import { describe, expect, test } from "vitest";
import { fieldDocument, kindSchema, readFields, type FieldReader, type FieldsResult } from "../../index.ts";
import { eInvoiceReader } from "./e-invoice-reader.ts";

const FIXTURES = new URL("../../../../../test/fixtures/invoices/", import.meta.url);
const SHARED = new URL("../../../../../../shared/data/fields/invoices/", import.meta.url);

async function fieldsOf(source: URL, readers?: readonly FieldReader[]): Promise<FieldsResult> {
  const extracted = await extractText(source, { mode: "native_text", blocks: true });
  const document = fieldDocument(extracted, await embeddedFiles(source));
  return readFields(document, kindSchema("invoice"), readers ? { readers } : {});
}

test("an invoice in CII is read with every value at its place", async () => {
  const { data, fields, review } = await fieldsOf(new URL("cii.xml", FIXTURES));
  expect(data).toEqual({
    invoice_number: "RE-2026-0815",
    issue_date: "2026-03-12",
    due_date: "2026-04-11",
    delivery_date: "2026-03-10",
    order_number: null,
    customer_number: null,
    seller: "Klingelwerk Nord GmbH",
    seller_vat_id: "DE123456788",
    buyer: "Radhaus am Markt e.K.",
    buyer_vat_id: null,
    iban: "DE89370400440532013000",
    bic: null,
    currency: "EUR",
    net_total: 1234.5,
    tax_total: 234.56,
    gross_total: 1469.06,
    amount_due: 1000,
    lines: [{ description: "Fahrradklingel & Halter", quantity: 10, unit_price: 123.45, amount: 1234.5 }],
  });
  expect(review).toEqual([]);
  expect(fields["gross_total"]?.citations).toMatchObject([{ page: 1, text: "1469.06" }]);
  const cells = ["description", "quantity", "unit_price", "amount"].map(
    (name) => fields[`lines[0].${name}`]?.citations[0]?.lines,
  );
  expect(new Set(cells.map(String)).size).toBe(1);
});

test.each([
  [
    "ubl.xml",
    { invoice_number: "KN-77/2026", seller: "Ljusbutiken i Malmö AB", currency: "SEK", gross_total: 625 },
  ],
  [
    "fattura-pa.xml",
    {
      invoice_number: "123/A",
      seller_vat_id: "IT01234567890",
      buyer: "Mario Rossi",
      net_total: 100,
      tax_total: 19.6,
      gross_total: 119.6,
      due_date: "2026-02-17",
    },
  ],
])("%s is read", async (name, values) => {
  const { data } = await fieldsOf(new URL(name, FIXTURES));
  expect(data).toMatchObject(values);
});

test("a printed total that differs from the embedded one fails a check and is never chosen in silence", async () => {
  const xml = new URL("cii.xml", FIXTURES);
  const extracted = await extractText(xml, { mode: "native_text", blocks: true });
  const tampered = readFileSync(xml, "utf8").replaceAll("1469.06", "2469.06");
  const document = fieldDocument(extracted, [
    { name: "factur-x.xml", bytes: new TextEncoder().encode(tampered) },
  ]);
  const page: FieldReader = {
    name: "label",
    read: () => [
      {
        path: "gross_total",
        value: 1469.06,
        raw: "1469.06",
        citations: [],
        confidence: 0.95,
        reader: "label",
      },
    ],
  };
  const { data, fields, review } = await readFields(document, kindSchema("invoice"), {
    readers: [page, eInvoiceReader],
  });
  expect(data["gross_total"]).toBe(2469.06);
  expect(fields["gross_total"]?.checks).toEqual([
    { check: "printed-differs", message: "The page shows 1469.06; the embedded XML has 2469.06." },
  ]);
  expect(review).toContain("gross_total");
});

test("what the XML leaves out is not read from the page; broken XML leaves the page to the others", async () => {
  const xml = new URL("ubl.xml", FIXTURES);
  const extracted = await extractText(xml, { mode: "native_text", blocks: true });
  const page: FieldReader = {
    name: "label",
    read: () => [
      {
        path: "due_date",
        value: "2026-03-01",
        raw: "1.3.2026",
        citations: [],
        confidence: 0.9,
        reader: "label",
      },
    ],
  };
  const read = (bytes: Uint8Array): Promise<FieldsResult> =>
    readFields(fieldDocument(extracted, [{ name: "x.xml", bytes }]), kindSchema("invoice"), {
      readers: [page, eInvoiceReader],
    });
  expect((await read(readFileSync(xml))).data).toMatchObject({ due_date: null, gross_total: 625 });
  const broken = new TextEncoder().encode(
    readFileSync(xml, "utf8").slice(0, 300).replace("CreditNote", "Cred"),
  );
  expect((await read(broken)).data).toMatchObject({ due_date: "2026-03-01", gross_total: null });
});

const TRUTH = z.looseObject({
  lines: z.array(z.unknown()).nullable(),
  not_printed: z.array(z.string()).default([]),
});

describe.skipIf(!existsSync(SHARED))("invoices of ../shared/data", () => {
  const names = existsSync(SHARED) ? readdirSync(SHARED).filter((name) => name.endsWith(".pdf")) : [];
  test("all are exact with the XML read, and most values have their place", async () => {
    const wrong: string[] = [];
    const values = { all: 0, placed: 0, differing: 0 };
    for (const name of names) {
      const { data, fields } = await fieldsOf(new URL(name, SHARED), [eInvoiceReader]);
      const text = readFileSync(new URL(name.replace(/pdf$/, "json"), SHARED), "utf8");
      const { not_printed: unprinted, ...truth } = TRUTH.parse(JSON.parse(text));
      for (const [property, value] of Object.entries(truth)) {
        if (unprinted.includes(property)) continue;
        if (JSON.stringify(data[property]) !== JSON.stringify(value)) wrong.push(`${name}: ${property}`);
      }
      const read = Object.entries(fields).filter(([, { reader }]) => reader === "e-invoice");
      values.all += read.length;
      values.placed += read.filter(([, { citations }]) => citations.length > 0).length;
      values.differing += read.filter(([, { checks }]) =>
        checks.some(({ check }) => check === "printed-differs"),
      ).length;
    }
    expect(wrong).toEqual([]);
    expect(values.differing).toBe(0);
    expect(values.placed / values.all).toBeGreaterThan(0.85);
  });
});
