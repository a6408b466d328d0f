import { expect, test } from "vitest";
import { kindSchema, parseFieldsSchema, proposedSchema, readFields, splitInvoices } from "./index.ts";
import { type MadeLine, page } from "./testing/made-page.ts";

const INVOICE = page(
  [[40, "Brandt Werkzeugbau GmbH"]],
  [[40, "Rechnung Nr. 2024-17 vom 05.06.2024"]],
  [
    [40, "Kunde:"],
    [300, "USt-IdNr.: DE136695976"],
  ],
  [[40, "Seidel Medizintechnik AG"]],
  [
    [40, "Bezeichnung"],
    [300, "Menge"],
    [380, "Einzelpreis"],
    [480, "Gesamtpreis"],
  ],
  [
    [40, "Fräskopf 40 mm"],
    [300, "2"],
    [380, "50,00"],
    [480, "100,00"],
  ],
  [
    [40, "Übertrag"],
    [480, "100,00"],
  ],
  [
    [300, "Nettobetrag"],
    [480, "100,00"],
  ],
  [
    [300, "MwSt. 19 %"],
    [480, "19,00"],
  ],
  [
    [300, "Gesamtbetrag"],
    [480, "119,00 EUR"],
  ],
);

test("an invoice becomes data, each value with its place", async () => {
  const { data, fields } = await readFields(INVOICE, kindSchema("invoice"));
  expect(data).toMatchObject({
    invoice_number: "2024-17",
    issue_date: "2024-06-05",
    seller: "Brandt Werkzeugbau GmbH",
    seller_vat_id: "DE136695976",
    buyer: "Seidel Medizintechnik AG",
    currency: "EUR",
    net_total: 100,
    tax_total: 19,
    gross_total: 119,
    due_date: null,
    lines: [{ description: "Fräskopf 40 mm", quantity: 2, unit_price: 50, amount: 100 }],
  });
  expect(fields["gross_total"]?.citations[0]).toMatchObject({ page: 1, lines: [9, 9] });
  expect(fields["gross_total"]?.confidence).toBeGreaterThan(0.9);
});

test("sums of rows and dates that contradict one another are failed checks; a second invoice is a note", async () => {
  const first = page(
    [[40, "Rechnung Nr. 2024-17 vom 05.06.2024"]],
    [[40, "Zahlbar bis: 01.05.2024"]],
    [
      [40, "Bezeichnung"],
      [300, "Menge"],
      [480, "Gesamtpreis"],
    ],
    [
      [40, "Fräskopf 40 mm"],
      [300, "2"],
      [480, "90,00"],
    ],
    [
      [300, "Nettobetrag"],
      [480, "100,00"],
    ],
    [
      [300, "MwSt. 19 %"],
      [480, "19,00"],
    ],
    [
      [300, "Gesamtbetrag"],
      [480, "119,00"],
    ],
  );
  const second = page([[40, "Rechnung Nr. 2024-18 vom 06.06.2024"]]).pages.map((one) => ({
    ...one,
    number: 2,
  }));
  const document = { ...first, pages: [...first.pages, ...second] };
  const { fields, review, notes } = await readFields(document, kindSchema("invoice"));
  expect(fields["lines[0].amount"]?.checks).toMatchObject([{ check: "sum-of-lines" }]);
  expect(fields["due_date"]?.checks).toMatchObject([{ check: "date-order" }]);
  expect(review).toEqual(expect.arrayContaining(["lines[0].amount", "due_date"]));
  expect(fields["gross_total"]?.confidence).toBeGreaterThan(0.9);
  expect(notes[0]).toContain("2024-17 on page 1, 2024-18 on page 2");
});

test("a document is split at the heads of its invoices, not where a page repeats or lists their numbers", async () => {
  const head = (number: string): MadeLine[] => [
    [[40, `Invoice number: ${number}`]],
    [[40, "Invoice date: 2026-03-12"]],
  ];
  const pages = [
    page(...head("RE-17"), [[40, "Total: 10.00 EUR"]]),
    page([[40, "Invoice number: RE-17"]], [[40, "Corrects Invoice number: RE-9 of last year"]]),
    page(...head("RE-18"), [[40, "Total: 20.00 EUR"]]),
    page([[40, "Terms of payment"]]),
  ];
  const numbered = pages.flatMap((one, at) => one.pages.map((only) => ({ ...only, number: at + 1 })));
  const document = { ...page(), pages: numbered };
  const schema = kindSchema("invoice");
  const parts = splitInvoices(document, schema);
  expect(parts.map((part) => part.pages.map(({ number }) => number))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  const results = await Promise.all(parts.map((part) => readFields(part, schema)));
  expect(results.map(({ data }) => data)).toMatchObject([
    { invoice_number: "RE-17", gross_total: 10 },
    { invoice_number: "RE-18", gross_total: 20 },
  ]);
  expect(results[1]?.fields["gross_total"]?.citations[0]).toMatchObject({ page: 3 });
  expect((await readFields(document, schema)).notes).toEqual([
    "The file has several invoices: RE-17 on page 1, RE-18 on page 3. Split it, or read the pages of each on their own.",
  ]);
});

test("a seller without a label is recognised by its bank account, its web address and its legal form", async () => {
  const document = page(
    [[40, "Rechnung Nr. 2024-17 vom 05.06.2024"]],
    [
      [40, "Ansprechpartner:"],
      [300, "Max Weber"],
    ],
    [[40, "Gesamtbetrag: 119,00 EUR"]],
    [[40, "Wir danken für Ihren Auftrag."]],
    [[40, "Kontoinhaber: Nordlicht Fotografie"]],
    [[40, "www.nordlicht-fotografie.de"]],
  );
  expect((await readFields(document, kindSchema("invoice"))).data["seller"]).toBe("Nordlicht Fotografie");
});

const ORDER = parseFieldsSchema({
  properties: {
    day: { type: "string", format: "date", labels: ["Pick-up"] },
    code: { type: "string", pattern: "^K[0-9]+$", labels: ["Code"] },
  },
  required: ["day"],
});

test("a date behind a label is not its number, and a code is no company", async () => {
  const document = page(
    [[40, "GLN 4304171000002"]],
    [[40, "Brandt Werkzeugbau GmbH"]],
    [[40, "Rechnung Nr. 2024-17 vom 05.06.2024"]],
    [[40, "Rechnung gemäß Bestellung vom 01.03.2018."]],
    [[40, "Seller: GLN 4304171000002"]],
    [[40, "Customer no.: KD 2024/05/17"]],
  );
  const { data } = await readFields(document, kindSchema("invoice"));
  expect(data).toMatchObject({
    invoice_number: "2024-17",
    order_number: null,
    seller: "Brandt Werkzeugbau GmbH",
    customer_number: "KD 2024/05/17",
  });
});

test("dates that may be read in two ways are doubtful unless the document's other dates decide", async () => {
  const doubtful = await readFields(page([[40, "Pick-up: 03/04/2025"]]), ORDER);
  const decided = await readFields(page([[40, "Pick-up: 03/04/2025"]], [[40, "Printed 28/03/2025"]]), ORDER);
  expect(doubtful.review).toContain("day");
  expect(decided.data["day"]).toBe("2025-04-03");
  expect(decided.fields["day"]?.confidence).toBeGreaterThan(doubtful.fields["day"]?.confidence ?? 1);
});

test("values that break a rule of their property, and required ones that are missing, need review", async () => {
  const { fields, review } = await readFields(page([[40, "Code: X12"]]), ORDER);
  expect(fields["code"]?.checks).toMatchObject([{ check: "pattern" }]);
  expect(fields["day"]?.checks).toMatchObject([{ check: "required" }]);
  expect(review).toEqual(["day", "code"]);
});

test("a schema is proposed from the labelled values of a sample", () => {
  const { properties } = proposedSchema(page([[40, "Ship date: 2025-03-01"]], [[40, "Weight: 12.50"]]));
  expect(properties).toMatchObject({
    ship_date: { type: "string", format: "date" },
    weight: { type: "number", format: "amount" },
  });
});
