import { expect, test } from "vitest";
import { kindSchema, readFields } from "../../../index.ts";
import { type MadeLine, page } from "../../../testing/made-page.ts";

const read = async (...lines: readonly MadeLine[]): Promise<object> =>
  (await readFields(page(...lines), kindSchema("invoice"))).data;

const HEAD = [[40, "Invoice No: A-17"]] as const;

test("labels in the rows of a table name nothing of the invoice", async () => {
  const data = await read(
    [[40, "June 2, 2026"]],
    [[40, "Numero: FPR 214/26"]],
    [],
    [
      [40, "Date"],
      [120, "Description"],
      [300, "No."],
      [360, "Amount"],
    ],
    [
      [40, "05/03/2026"],
      [120, "Transport"],
      [300, "nr 1"],
      [360, "19.30"],
    ],
    [],
    [
      [40, "Net total"],
      [360, "19.30"],
    ],
  );
  expect(data).toMatchObject({
    invoice_number: "FPR 214/26",
    issue_date: "2026-06-02",
    lines: [{ amount: 19.3 }],
  });
});

test("a logo that is a part of the seller's name is completed by the line with its address", async () => {
  const data = await read(
    [[200, "drukkerij verhaegen"]],
    [],
    HEAD,
    [],
    [[40, "Drukkerij Verhaegen bvba - Steenweg 214 - 2820 Bonheiden - BTW BE 0403.019.261"]],
  );
  expect(data).toMatchObject({ seller: "Drukkerij Verhaegen bvba" });
});

test("Chinese forms print the labels of parties from top to bottom", async () => {
  const data = await read(
    [[200, "电子发票（增值税专用发票）"]],
    [
      [40, "购"],
      [60, "名称：南京博远生物科技有限公司"],
      [300, "销"],
      [320, "名称：上海申达包装材料有限公司"],
    ],
    [
      [40, "买"],
      [300, "售"],
    ],
    [
      [40, "方"],
      [60, "纳税人识别号：91320102MA1W6FLB2P"],
      [300, "方"],
      [320, "纳税人识别号：91310115MA1K3T5X7C"],
    ],
  );
  expect(data).toMatchObject({
    buyer: "南京博远生物科技有限公司",
    buyer_vat_id: "91320102MA1W6FLB2P",
    seller: "上海申达包装材料有限公司",
    seller_vat_id: "91310115MA1K3T5X7C",
  });
});

test.each([
  ["Conditions : 30 jours net, soit au 09.05.2026", "2026-05-09"],
  ["Zahlung: 10 Tage 2 % bis 19.04.2026, 30 Tage netto bis 09.05.2026", null],
] as const)("of terms of payment, %s names the due date %s", async (terms, due) => {
  expect(await read(HEAD, [[40, "Date: 09.04.2026"]], [[40, terms]])).toMatchObject({ due_date: due });
});

test("a label goes on in brackets, and lakhs are grouped by two digits", async () => {
  const data = await read(
    HEAD,
    [
      [40, "Buyer (Bill to)"],
      [300, "Buyer's Order No."],
    ],
    [
      [40, "Meenakshi Garments"],
      [300, "MG-118"],
    ],
    [[40, "22/1 Mysore Road"]],
    [[40, "Bengaluru 560026, Karnataka"]],
    [[40, "Total: 1,95,562.50"]],
  );
  expect(data).toMatchObject({ buyer: "Meenakshi Garments", gross_total: 195_562.5 });
});

test("amounts may stand under the name of a currency, codes of taxes are no text of a row", async () => {
  const data = await read(
    HEAD,
    [
      [40, "Datum"],
      [120, "Leistung"],
      [260, "Menge"],
      [320, "Preis"],
      [400, "EUR"],
      [460, "USt"],
    ],
    [
      [40, "15.09.26"],
      [120, "Zimmer"],
      [270, "2"],
      [320, "129,00"],
      [393, "258,00"],
      [462, "A"],
    ],
    [
      [40, "16.09.26"],
      [120, "Parken"],
      [270, "1"],
      [320, "32,00"],
      [398, "32,00"],
      [462, "B"],
    ],
  );
  expect(data).toMatchObject({
    lines: [
      { description: "Zimmer", quantity: 2, amount: 258 },
      { description: "Parken", quantity: 1, amount: 32 },
    ],
  });
});

test("what stands below a table after a gap, with one number, is none of its rows", async () => {
  const cells = (name: string, count: string, price: string, amount: string): MadeLine => [
    [40, name],
    [260, count],
    [320, price],
    [400, amount],
  ];
  const data = await read(
    HEAD,
    cells("Omschrijving", "Aantal", "E.P.", "Bedrag"),
    cells("Affiches", "500", "0,62", "310,00"),
    cells("Boekje", "100", "0,74", "74,00"),
    [],
    [],
    [],
    [
      [40, "Gelieve te betalen met vermelding van 731"],
      [400, "384,00"],
    ],
  );
  expect(data).toMatchObject({ lines: [{ amount: 310 }, { amount: 74 }] });
  expect(data).toHaveProperty("lines.length", 2);
});
