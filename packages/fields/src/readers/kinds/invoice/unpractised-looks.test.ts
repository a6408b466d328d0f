import { expect, test } from "vitest";
import { kindSchema, readFields } from "../../../index.ts";
import { type MadeLine, page } from "../../../testing/made-page.ts";
import type { FieldsResult } from "@galley/core/domain";

const read = (...lines: readonly MadeLine[]): Promise<FieldsResult> =>
  readFields(page(...lines), kindSchema("invoice"));

test("an account that goes on in the next line is whole, and cited in both", async () => {
  const { data, fields } = await read(
    [[40, "Please transfer the amount to our account NL91 ABNA 0417"]],
    [[40, "1643 00; the part for wage taxes to NL20 INGB 0001 2345 67."]],
  );
  expect(data).toMatchObject({ iban: "NL91ABNA0417164300" });
  expect(fields["iban"]?.citations.map(({ text }) => text)).toEqual(["NL91 ABNA 0417", "1643 00"]);
});

test("a Polish account without its country is an IBAN if its check digits are right", async () => {
  const { data } = await read([[40, "Rachunek: 61 1090 1014 0000 0712 1981 2874"]]);
  expect(data).toMatchObject({ iban: "PL61109010140000071219812874" });
  const wrong = await read([[40, "Rachunek: 61 1090 1014 0000 0712 1981 2875"]]);
  expect(wrong.data).toMatchObject({ iban: null });
});

test("labels in two lines of their cells name the amounts below them", async () => {
  const { data } = await read(
    [[40, "Factura núm.: 2026/A/31"]],
    [],
    [
      [40, "Base"],
      [140, "Cuota"],
      [240, "Total"],
      [340, "Líquido a"],
    ],
    [
      [40, "imponible"],
      [140, "IVA"],
      [240, "factura"],
      [340, "percibir"],
    ],
    [
      [40, "1.701,00"],
      [140, "357,21"],
      [240, "2.058,21"],
      [340, "1.735,02"],
    ],
  );
  expect(data).toMatchObject({
    invoice_number: "2026/A/31",
    net_total: 1701,
    tax_total: 357.21,
    gross_total: 2058.21,
    amount_due: 1735.02,
  });
});

test("a label is no part of the one in the row above it, which has a value of its own", async () => {
  const { data } = await read(
    [
      [40, "Net"],
      [200, "100.00"],
    ],
    [
      [40, "VAT"],
      [200, "20.00"],
    ],
    [
      [40, "Total"],
      [200, "120.00"],
    ],
  );
  expect(data).toMatchObject({ net_total: 100, tax_total: 20, gross_total: 120 });
});

test("the tax is the smaller of two sums whose heads both name it", async () => {
  const { data } = await read(
    [
      [40, "Invoice total"],
      [300, "58.94"],
    ],
    [],
    [
      [40, "VAT rate"],
      [160, "VAT base"],
      [260, "VAT subtotal"],
    ],
    [
      [40, "0%"],
      [160, "8.99"],
      [260, "0.00"],
    ],
    [
      [40, "20%"],
      [160, "41.63"],
      [260, "8.32"],
    ],
    [
      [40, "Total"],
      [160, "50.62"],
      [260, "8.32"],
    ],
  );
  expect(data).toMatchObject({ net_total: 50.62, tax_total: 8.32, gross_total: 58.94 });
});

test("an invoice that takes something off its total asks for less", async () => {
  const totals = [
    [
      [40, "Subtotal"],
      [300, "100.00"],
    ],
    [
      [40, "VAT"],
      [300, "20.00"],
    ],
    [
      [40, "Total"],
      [300, "120.00"],
    ],
  ] as const;
  expect((await read(...totals)).data).toMatchObject({ amount_due: 120 });
  const withheld = await read(...totals, [
    [40, "Retention 5 %"],
    [300, "-5.00"],
  ]);
  expect(withheld.data).toMatchObject({ amount_due: null });
});

test("a name in two lines of a letterhead is one name, and not certain", async () => {
  const { data, fields } = await read(
    [[340, "VAN DER HEIJDEN & ZN."]],
    [[340, "INSTALLATIETECHNIEK B.V."]],
    [[340, "Nijverheidsweg 44"]],
    [[340, "3771 ME Barneveld"]],
    [],
    [[40, "Kortekaas Bouw B.V."]],
    [[40, "Postbus 211"]],
    [[40, "3800 AE Amersfoort"]],
    [],
    [[40, "Factuurnr. 26.0418"]],
  );
  expect(data).toMatchObject({ seller: "VAN DER HEIJDEN & ZN. INSTALLATIETECHNIEK B.V." });
  expect(fields["seller"]?.confidence).toBeLessThan(0.9);
  expect(fields["seller"]?.citations).toHaveLength(2);
});

test("the company below a person with a title is the buyer, and not certain", async () => {
  const { data, fields } = await read(
    [[40, "Sold To:"]],
    [[40, "Dr. Amy Chen, DDS"]],
    [[40, "Bright Smiles PC"]],
    [[40, "55 State St"]],
    [[40, "Madison, WI 53703"]],
  );
  expect(data).toMatchObject({ buyer: "Bright Smiles PC" });
  expect(fields["buyer"]?.confidence).toBeLessThan(0.9);
});

test("a name ends before what the foot says of the company", async () => {
  const { data } = await read(
    [[40, "AVOIR N° AV2600038"]],
    [],
    [[40, "Maison Bel Air SAS au capital de 40 000 € – 3 quai de la Fosse, 44000 Nantes – RCS Nantes"]],
  );
  expect(data).toMatchObject({ seller: "Maison Bel Air SAS", invoice_number: "AV2600038" });
});

test("the number may stand below a title that stands alone", async () => {
  const { data } = await read([[40, "Faktura"]], [[40, "FV 0231/S/2026"]]);
  expect(data).toMatchObject({ invoice_number: "FV 0231/S/2026" });
});
