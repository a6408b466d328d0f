import { expect, test } from "vitest";
import { kindSchema, readFields } from "../../../index.ts";
import { type MadeLine, page } from "../../../testing/made-page.ts";

const read = async (...lines: readonly (string | MadeLine)[]): Promise<object> =>
  (
    await readFields(
      page(...lines.map((line) => (typeof line === "string" ? ([[40, line]] as const) : line))),
      kindSchema("receipt"),
    )
  ).data;

test("a line above postal code and town is the street, the line above it the company", async () => {
  expect(
    await read("RELAIS TOTAL OULMES", "AUTOROUTE RABAT MEKNES", "15000 KHEMISSET", "TEL 05.22", "12.03.2018"),
  ).toMatchObject({
    company: "RELAIS TOTAL OULMES",
    address: "AUTOROUTE RABAT MEKNES 15000 KHEMISSET",
  });
});

test.each([
  [
    "a trade below it",
    ["THREE STOOGES", "BISTRO & CAFE", "109, SS21/1A,", "DAMANSARA UTAMA"],
    "THREE STOOGES",
  ],
  [
    "a second line before its number",
    ["RESTAURANT JIAWEI", "JIAWEI HOUSE", "002693074-K", "13, JLN TASIK UTAMA"],
    "RESTAURANT JIAWEI JIAWEI HOUSE",
  ],
  [
    "a customer below the date",
    [
      "SHOP OF ANNA",
      "Lot 3, Jalan Pelabur",
      "40300 Shah Alam",
      "Tel: 1234",
      "18/09/2017",
      "FRESH MARKET SDN BHD",
      "GROUND FLOOR, NO. 4",
    ],
    "SHOP OF ANNA",
  ],
  [
    "letters that recognition mistook",
    ["MR. D.1.Y. (M) SON BHD", "LOT 1851-A, JALAN KPB 6"],
    "MR. D.I.Y. (M) SDN BHD",
  ],
] as const)("the company of a receipt with %s is found", async (_, lines, company) => {
  expect(await read(...lines)).toMatchObject({ company });
});

test("an address goes on to its postal code and ends before phone numbers, numbers of taxes and branches", async () => {
  expect(
    await read(
      "YAM FRESH TRADING",
      "Bentong-2",
      "GST REG NO 000184401920",
      "13, JALAN TRAS",
      "57000 KL",
      "03-60571377",
      "(MALL)",
    ),
  ).toMatchObject({ address: "13, JALAN TRAS 57000 KL" });
});

const amounts = (...pairs: readonly (readonly [string, string])[]): readonly MadeLine[] =>
  pairs.map(([label, amount]) => [[40, label], ...(amount === "" ? [] : [[300, amount] as const])]);

test.each([
  [
    "sums of one rate are none",
    [
      ["Total 0% supplies:", "35.14"],
      ["Total 6% supplies:", "38.41"],
      ["Total Payable:", "73.55"],
    ],
    73.55,
  ],
  [
    "what was given is none",
    [
      ["Total amount", "1.50"],
      ["Accepted total", "2.00"],
      ["Change", "0.50"],
    ],
    1.5,
  ],
  [
    "an unreadable one is what was paid",
    [
      ["Total Incl. GST 6%", "tn"],
      ["CASH", "20.00"],
      ["CHANGE", "9.40"],
    ],
    10.6,
  ],
  [
    "one with a wrong digit is what was paid",
    [
      ["Total", "100.80"],
      ["CASH", "101.00"],
      ["CHANGE", "0.10"],
    ],
    100.9,
  ],
  [
    "the rounded one is paid",
    [
      ["Total", "60.31"],
      ["Rounding adj", "-0.01"],
      ["Card", "60.30"],
    ],
    60.3,
  ],
  [
    "an amount below another label is not its",
    [
      ["Net Total", ""],
      ["C H", "50.00"],
    ],
    null,
  ],
] as const)("of the totals of a receipt, %s", async (_, pairs, total) => {
  expect(await read("SHOP OF ANNA", ...amounts(...pairs))).toMatchObject({ total });
});
