import { expect, test } from "vitest";
import { kindSchema, readFields } from "../../index.ts";
import { type MadeLine, page } from "../../testing/made-page.ts";

const rowsOf = async (...lines: readonly MadeLine[]): Promise<unknown> =>
  (await readFields(page(...lines), kindSchema("invoice"))).data["lines"];

test("totals of sections are no rows, and rows go on below them", async () => {
  const rows = await rowsOf(
    [
      [40, "Pos."],
      [80, "Bezeichnung"],
      [300, "Menge"],
      [380, "EP"],
      [460, "GP"],
    ],
    [
      [40, "1.1"],
      [80, "Gerüst stellen"],
      [300, "420,00 m²"],
      [380, "9,80"],
      [460, "4.116,00"],
    ],
    [
      [40, "1.2"],
      [80, "Fassade reinigen"],
      [300, "400,00 m²"],
      [380, "4,25"],
      [460, "1.700,00"],
    ],
    [
      [80, "Summe Titel 1"],
      [460, "5.816,00"],
    ],
    [
      [40, "2"],
      [80, "Titel 2: Beschichtung"],
    ],
    [
      [40, "2.1"],
      [80, "Grundierung"],
      [300, "400,00 m²"],
      [380, "3,10"],
      [460, "1.240,00"],
    ],
  );
  expect(rows).toEqual([
    { description: "Gerüst stellen", quantity: 420, unit_price: 9.8, amount: 4116 },
    { description: "Fassade reinigen", quantity: 400, unit_price: 4.25, amount: 1700 },
    { description: "Grundierung", quantity: 400, unit_price: 3.1, amount: 1240 },
  ]);
});

test("columns of texts and quantities may have no head", async () => {
  const rows = await rowsOf(
    [
      [340, "DPH"],
      [400, "Cena za MJ"],
      [480, "Celkem bez DPH"],
    ],
    [
      [40, "16 hod"],
      [120, "Grafický návrh programu"],
      [340, "21 %"],
      [420, "850,00"],
      [510, "13 600,00"],
    ],
    [
      [40, "1 ks"],
      [120, "Doprava na místo"],
      [340, "21 %"],
      [420, "620,00"],
      [510, "620,00"],
    ],
  );
  expect(rows).toEqual([
    { description: "Grafický návrh programu", quantity: 16, unit_price: 850, amount: 13_600 },
    { description: "Doprava na místo", quantity: 1, unit_price: 620, amount: 620 },
  ]);
});

test("of several prices, that of a row is the one that explains its amount", async () => {
  const rows = await rowsOf(
    [
      [40, "Description"],
      [240, "Qty"],
      [300, "Unit price"],
      [380, "Unit price"],
      [480, "Amount"],
    ],
    [
      [40, "Water bottle"],
      [240, "2"],
      [300, "14.16"],
      [380, "16.99"],
      [480, "33.98"],
    ],
    [
      [40, "Cable ties"],
      [240, "3"],
      [300, "4.16"],
      [380, "4.99"],
      [480, "14.97"],
    ],
  );
  expect(rows).toEqual([
    { description: "Water bottle", quantity: 2, unit_price: 16.99, amount: 33.98 },
    { description: "Cable ties", quantity: 3, unit_price: 4.99, amount: 14.97 },
  ]);
});

test("a number that a narrow column wraps at its thousands is one number", async () => {
  const rows = await rowsOf(
    [
      [40, "Popis"],
      [240, "Množství"],
      [300, "Cena"],
      [400, "Celkem"],
    ],
    [
      [40, "Revize pavilonu B"],
      [240, "1"],
      [300, "5 400,00"],
      [425, "5"],
    ],
    [[400, "400,00"]],
    [
      [40, "Doprava"],
      [240, "40"],
      [300, "12,00"],
      [400, "480,00"],
    ],
  );
  expect(rows).toMatchObject([
    { description: "Revize pavilonu B", amount: 5400 },
    { description: "Doprava", amount: 480 },
  ]);
});

test("a head of a trade is the column of texts, and what is carried to the next page is no row", async () => {
  const head = [
    [40, "Docket"],
    [100, "Collection / Delivery"],
    [300, "Pallets"],
    [380, "Rate"],
    [460, "Net"],
    [520, "VAT"],
  ] as const;
  const rows = await rowsOf(
    head,
    [
      [40, "D71040"],
      [100, "Kinvara to Dublin Port"],
      [310, "4"],
      [380, "48.50"],
      [460, "194.00"],
      [520, "S"],
    ],
    [
      [40, "D71043"],
      [100, "Galway to Belfast"],
      [310, "5"],
      [380, "52.00"],
      [460, "260.00"],
      [520, "S"],
    ],
    [
      [100, "Carried forward"],
      [460, "454.00"],
    ],
    [],
    head,
    [
      [100, "Brought forward"],
      [460, "454.00"],
    ],
    [
      [40, "D71046"],
      [100, "Lisdoonvarna to Cork"],
      [310, "2"],
      [380, "61.25"],
      [460, "122.50"],
      [520, "S"],
    ],
  );
  expect(rows).toEqual([
    { description: "Kinvara to Dublin Port", quantity: 4, unit_price: 48.5, amount: 194 },
    { description: "Galway to Belfast", quantity: 5, unit_price: 52, amount: 260 },
    { description: "Lisdoonvarna to Cork", quantity: 2, unit_price: 61.25, amount: 122.5 },
  ]);
});

test("a head in two lines names what its words name together", async () => {
  const rows = await rowsOf(
    [
      [40, "Descrizione"],
      [240, "Quantità"],
      [320, "Prezzo"],
      [440, "Prezzo"],
    ],
    [
      [320, "unitario"],
      [440, "totale"],
    ],
    [
      [40, "Ricotta vaccina"],
      [240, "12,00"],
      [320, "6,35"],
      [440, "76,20"],
    ],
  );
  expect(rows).toEqual([{ description: "Ricotta vaccina", quantity: 12, unit_price: 6.35, amount: 76.2 }]);
});

test("a phrase that begins with a label is a head, and a currency below another is a part of it", async () => {
  const rows = await rowsOf(
    [
      [40, "Descrizione della prestazione"],
      [440, "Importo"],
    ],
    [[465, "€"]],
    [
      [40, "Onorario per calcolo"],
      [440, "2.800,00"],
    ],
    [
      [40, "Direzione lavori"],
      [440, "1.150,00"],
    ],
  );
  expect(rows).toMatchObject([
    { description: "Onorario per calcolo", amount: 2800 },
    { description: "Direzione lavori", amount: 1150 },
  ]);
});

test("a price and an amount are enough for a head whose other columns have names of a trade", async () => {
  const rows = await rowsOf(
    [
      [40, "Charge"],
      [240, "Usage"],
      [340, "Rate"],
      [440, "Amount"],
    ],
    [
      [40, "Customer charge"],
      [440, "26.50"],
    ],
    [
      [40, "Energy charge"],
      [240, "600 kWh"],
      [340, "0.10450"],
      [440, "62.70"],
    ],
  );
  expect(rows).toEqual([
    { description: "Customer charge", quantity: null, unit_price: null, amount: 26.5 },
    { description: "Energy charge", quantity: 600, unit_price: 0.1045, amount: 62.7 },
  ]);
});
