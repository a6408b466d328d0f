import { expect, test } from "vitest";
import { kindSchema, readFields } from "../../../index.ts";
import { type MadeLine, page } from "../../../testing/made-page.ts";

const read = async (...lines: readonly MadeLine[]): Promise<object> =>
  (await readFields(page(...lines), kindSchema("invoice"))).data;

const HEAD = [[40, "Invoice No: A-17"]] as const;

test("the total of a column with several numbers is that of its last row, if the row says so", async () => {
  const rows = [
    [40, "Nazwa usługi"],
    [200, "Ilość"],
    [260, "Wartość netto"],
    [370, "Kwota VAT"],
    [450, "Wartość brutto"],
  ] as const;
  const cells = (name: string, count: string, ...amounts: readonly [string, string, string]) =>
    [
      [40, name],
      ...(count === "" ? [] : [[200, count] as const]),
      [290, amounts[0]],
      [385, amounts[1]],
      [485, amounts[2]],
    ] as const;
  const table = [
    rows,
    cells("Obsługa", "1", "1 200,00", "276,00", "1 476,00"),
    cells("Listy płac", "14", "490,00", "112,70", "602,70"),
  ];
  const totals = { net_total: 1690, tax_total: 388.7, gross_total: 2078.7 };
  expect(await read(HEAD, ...table, cells("Razem", "", "1 690,00", "388,70", "2 078,70"))).toMatchObject({
    ...totals,
    lines: [{ amount: 1200 }, { amount: 490 }],
  });
  expect(await read(HEAD, ...table)).toMatchObject({ net_total: null, tax_total: null, gross_total: null });
});

test("the taxes of several rates are added, whatever their bases", async () => {
  const data = await read(
    HEAD,
    [
      [40, "Subtotaal excl. BTW"],
      [300, "€ 71,50"],
    ],
    [
      [40, "BTW 9% over € 64,00"],
      [300, "€ 5,76"],
    ],
    [
      [40, "BTW 21% over € 7,50"],
      [300, "€ 1,58"],
    ],
    [
      [40, "Totaal te betalen"],
      [300, "€ 78,84"],
    ],
  );
  expect(data).toMatchObject({ net_total: 71.5, tax_total: 7.34, gross_total: 78.84 });
});

test.each([
  ["Lyon, le 5 mai 2026", "2026-05-05"],
  ["Kraków, 12.03.2026", "2026-03-12"],
  ["2026年7月14日", "2026-07-14"],
])("%s is the date of an invoice that labels none", async (date, expected) => {
  const rest = Array.from({ length: 6 }, (_, index) => [[40, `line of text ${index}`]] as const);
  expect(await read(HEAD, [[380, date]], ...rest)).toMatchObject({ issue_date: expected });
  expect(await read(HEAD, [[380, date]], [[40, "Date: 01.02.2026"]], ...rest)).toMatchObject({
    issue_date: "2026-02-01",
  });
});

test.each([
  [
    "beside their labels",
    [
      [
        [40, "Customer"],
        [140, "Harbour Legal Ltd"],
      ],
      [
        [40, "Account"],
        [140, "HARB01"],
      ],
    ],
  ],
  [
    "under their labels",
    [
      [
        [40, "BILL TO"],
        [300, "SHIP TO"],
      ],
      [
        [40, "Harbour Legal Ltd"],
        [300, "Dock 7"],
      ],
      [
        [40, "2200 Mill Rd"],
        [300, "Main Street"],
      ],
      [[40, "Greensboro NC 27405"]],
    ],
  ],
  [
    "in an address without a label",
    [[[40, "Familie"]], [[40, "Harbour Legal Ltd"]], [[40, "Ahornallee 22"]], [], [[40, "04229 Leipzig"]]],
  ],
] as const)("buyers are found %s", async (_, lines) => {
  expect(await read(HEAD, [], [], ...lines)).toMatchObject({ buyer: "Harbour Legal Ltd" });
});

test("labels at the left of their cells name the numbers at the right of them", async () => {
  const data = await read(
    HEAD,
    [
      [40, "%IVA"],
      [120, "Totale imponibile"],
      [320, "Totale imposta"],
    ],
    [
      [40, "22,00"],
      [270, "2.760,00"],
      [480, "607,20"],
    ],
    [
      [40, "Importo bollo"],
      [320, "Totale documento"],
    ],
    [[470, "3.367,20"]],
  );
  expect(data).toMatchObject({ net_total: 2760, tax_total: 607.2, gross_total: 3367.2 });
});

test.each([
  [
    "of two columns",
    [
      [
        [40, "Concepto"],
        [480, "Importe"],
      ],
      [
        [40, "Cubierta"],
        [480, "650,00 €"],
      ],
      [
        [40, "Interior"],
        [472, "1.100,00 €"],
      ],
    ],
  ],
  [
    "whose last head has another name",
    [
      [
        [40, "QTY"],
        [100, "DESCRIPTION"],
        [300, "RATE"],
        [470, "CHARGES"],
      ],
      [
        [40, "4"],
        [100, "PALLETS"],
        [300, "162.50"],
        [480, "650,00"],
      ],
      [
        [100, "LIFTGATE"],
        [472, "1.100,00"],
      ],
    ],
  ],
] as const)("rows of a table %s are found", async (_, lines) => {
  expect(await read(HEAD, ...lines)).toMatchObject({ lines: [{ amount: 650 }, { amount: 1100 }] });
});

test("totals that do not add up are doubted, unless what is missing is printed", async () => {
  const totals = (gross: string, ...more: readonly MadeLine[]) =>
    page(
      HEAD,
      [[40, "Subtotal: 100.00 EUR"]],
      ...more,
      [[40, "VAT 19 %: 19.00 EUR"]],
      [[40, `Total: ${gross} EUR`]],
    );
  const { fields, review } = await readFields(totals("787.50"), kindSchema("invoice"));
  expect(fields["gross_total"]?.checks).toEqual([
    { check: "sum-of-totals", message: "Net and tax add up to 119.00, not to 787.50." },
  ]);
  expect(review).toEqual(expect.arrayContaining(["net_total", "tax_total", "gross_total"]));
  const withFreight = await readFields(totals("131.00", [[40, "Freight 12.00"]]), kindSchema("invoice"));
  expect(withFreight.fields["gross_total"]?.checks).toEqual([]);
});
