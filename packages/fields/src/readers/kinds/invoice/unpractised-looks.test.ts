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

test("a name that its column is too narrow for goes on in the next line, and is not certain", async () => {
  const { data, fields } = await read(
    [
      [40, "Bill to"],
      [150, "Service address"],
    ],
    [
      [40, "Maplewood Homeowners"],
      [150, "Clubhouse"],
    ],
    [
      [40, "Association"],
      [150, "1 Maplewood Drive"],
    ],
    [
      [40, "88 Elm Street"],
      [150, "Westborough, MA 01581"],
    ],
    [[40, "Westborough, MA 01581"]],
  );
  expect(data).toMatchObject({ buyer: "Maplewood Homeowners Association" });
  expect(fields["buyer"]?.confidence).toBeLessThan(0.9);
});

test("a department below a name that leaves room for it is no part of the name", async () => {
  const { data } = await read(
    [
      [40, "Bill to"],
      [350, "Invoice No."],
      [450, "1174"],
    ],
    [[40, "Tregarthen Homes"]],
    [[40, "Accounts Payable"]],
    [[40, "1 Lemon Quay"]],
    [[40, "Truro TR1 2PU"]],
  );
  expect(data).toMatchObject({ buyer: "Tregarthen Homes" });
});

test("a list of trades is no name, and the foot completes what a logo leaves out", async () => {
  const { data } = await read(
    [[40, "PLOMBERIE MARTINEAU"]],
    [[40, "Chauffage – Sanitaire – Dépannage"]],
    [[40, "27 rue des Forges"]],
    [[40, "49100 Angers"]],
    [],
    [[300, "M. et Mme Delattre"]],
    [[300, "3 impasse des Lilas"]],
    [[300, "49800 Trélazé"]],
  );
  expect(data).toMatchObject({ seller: "PLOMBERIE MARTINEAU", buyer: "M. et Mme Delattre" });
});

test("the seller's number is the one in the line of its name, not that of the account's holder", async () => {
  const { data } = await read(
    [
      [40, "NIF del titular"],
      [200, "22554871R"],
    ],
    [],
    [],
    [[40, "Comunicaciones Levante, S.A.U. - C/ Colón 60, 46004 Valencia - NIF A46103834"]],
  );
  expect(data).toMatchObject({ seller: "Comunicaciones Levante, S.A.U.", seller_vat_id: "A46103834" });
});

test("columns of rates without totals are summed if that gives the total", async () => {
  const { data, fields } = await read(
    [
      [40, "%IVA"],
      [160, "Totale imponibile"],
      [320, "Totale imposta"],
    ],
    [
      [40, "4,00"],
      [160, "659,56"],
      [320, "26,38"],
    ],
    [
      [40, "22,00"],
      [160, "18,00"],
      [320, "3,96"],
    ],
    [],
    [],
    [
      [160, "Totale documento"],
      [320, "707,90"],
    ],
  );
  expect(data).toMatchObject({ net_total: 677.56, tax_total: 30.34, gross_total: 707.9 });
  expect(fields["net_total"]?.citations).toHaveLength(2);
});

test("a request to pay names the due date, in the line before too", async () => {
  const { data } = await read(
    [[40, "Bitte überweisen Sie den Betrag"]],
    [[40, "bis zum 31.03.2026 auf unser Konto."]],
  );
  expect(data).toMatchObject({ due_date: "2026-03-31" });
  const other = await read([[40, "Wir sind bis zum 31.03.2026 im Urlaub."]]);
  expect(other.data).toMatchObject({ due_date: null });
});

test("the code of a rare currency is a word unless an amount stands beside it", async () => {
  const { data } = await read(
    [
      [40, "Parmigiano Reggiano DOP 24 mesi"],
      [300, "38,62"],
    ],
    [
      [40, "Valuta"],
      [300, "EUR"],
    ],
  );
  expect(data).toMatchObject({ currency: "EUR" });
  const dominican = await read([[40, "Total DOP 1,250.00"]]);
  expect(dominican.data).toMatchObject({ currency: "DOP" });
});

test("a number that only its short name marks is the seller's, and not certain outside of the line of its name", async () => {
  const { data, fields } = await read(
    [[200, "Dott. Ing. Lucia Ferrero"]],
    [[200, "C.F. FRRLCU78D52L219K – P. IVA 07643520567"]],
    [],
    [[40, "PARCELLA N. 18/2026"]],
  );
  expect(data).toMatchObject({ invoice_number: "18/2026", seller_vat_id: "07643520567" });
  expect(fields["seller_vat_id"]?.confidence).toBeLessThan(0.9);
});

test("a name without a legal form beside a line that may belong to it is not certain", async () => {
  const address = [[[40, "Musterweg 1"]], [[40, "12345 Ulm"]], []] as const;
  const buyer = [[[40, "Kunde AG"]], [[40, "Gasse 2"]], [[40, "54321 Trier"]], []] as const;
  const site = [[40, "www.musterbetrieb.example"]] as const;
  const alone = await read([[40, "Musterbetrieb"]], ...address, ...buyer, site);
  expect(alone.data).toMatchObject({ seller: "Musterbetrieb" });
  expect(alone.fields["seller"]?.confidence).toBeGreaterThan(0.9);
  const two = await read([[40, "Musterbetrieb"]], [[40, "Fachhandel Ulm"]], ...address, ...buyer, site);
  expect(two.fields["seller"]?.confidence).toBeLessThan(0.9);
});
