import { expect, test } from "vitest";
import { kindSchema, readFields } from "../../../index.ts";
import { type MadeLine, page } from "../../../testing/made-page.ts";

const read = (...lines: readonly MadeLine[]) => readFields(page(...lines), kindSchema("bank-statement"));

const PERIOD = [[40, "01.12.2025 to 31.01.2026"]] as const;

test("debits and credits become one signed amount, dates get the year of the period", async () => {
  const { data, fields, review } = await read(
    [[40, "Account holder: Harriet Lowe"]],
    [[40, "IBAN: GB33 BUKB 2020 1555 5555 55"]],
    PERIOD,
    [
      [40, "Date"],
      [120, "Description"],
      [300, "Paid out"],
      [380, "Paid in"],
      [460, "Balance"],
    ],
    [
      [120, "Opening balance"],
      [460, "500.00"],
    ],
    [
      [40, "29.12."],
      [120, "Rent"],
      [300, "450.00"],
      [460, "50.00"],
    ],
    [[120, "Flat 3"]],
    [
      [40, "02.01."],
      [120, "Salary"],
      [380, "1,200.00"],
      [460, "1,250.00"],
    ],
    [
      [120, "Closing balance"],
      [460, "1,250.00"],
    ],
  );
  expect(data).toMatchObject({
    account_holder: "Harriet Lowe",
    iban: "GB33BUKB20201555555555",
    period_start: "2025-12-01",
    period_end: "2026-01-31",
    opening_balance: 500,
    closing_balance: 1250,
    transactions: [
      { date: "2025-12-29", description: "Rent Flat 3", amount: -450, balance: 50 },
      { date: "2026-01-02", description: "Salary", amount: 1200, balance: 1250 },
    ],
  });
  expect(fields["transactions[1].amount"]).toMatchObject({
    confidence: expect.closeTo(0.97),
    citations: [{ page: 1, text: "1,200.00" }],
  });
  expect(review).toEqual([]);
});

test.each([
  ["a minus before them", "-45.00", "120.00"],
  ["a minus behind them", "45.00-", "120.00+"],
  ["a mark", "45.00 S", "120.00 H"],
] as const)("amounts have %s", async (_, out, received) => {
  const { data } = await read(
    PERIOD,
    [
      [40, "Opening balance"],
      [300, "100.00"],
    ],
    [
      [40, "Closing balance"],
      [300, "175.00"],
    ],
    [
      [40, "Date"],
      [120, "Description"],
      [300, "Amount"],
    ],
    [
      [40, "03.12."],
      [120, "Water"],
      [300, out],
    ],
    [
      [40, "05.12."],
      [120, "Refund"],
      [300, received],
    ],
  );
  expect(data).toMatchObject({ transactions: [{ amount: -45 }, { amount: 120 }] });
});

test("amounts without signs get them from the section they are in, or from the balances", async () => {
  const head = [
    [40, "Date"],
    [120, "Description"],
    [300, "Amount"],
  ] as const;
  const sections = await read(
    PERIOD,
    [[40, "Deposits"]],
    head,
    [
      [40, "03.12."],
      [120, "Salary"],
      [300, "90.00"],
    ],
    [[40, "Withdrawals"]],
    head,
    [
      [40, "05.12."],
      [120, "Rent"],
      [300, "60.00"],
    ],
  );
  expect(sections.data).toMatchObject({ transactions: [{ amount: 90 }, { amount: -60 }] });
  const balances = await read(
    PERIOD,
    [
      [40, "Opening balance"],
      [400, "100.00"],
    ],
    [...head, [400, "Balance"]],
    [
      [40, "03.12."],
      [120, "Salary"],
      [300, "90.00"],
      [400, "190.00"],
    ],
    [
      [40, "05.12."],
      [120, "Rent"],
      [300, "60.00"],
      [400, "130.00"],
    ],
  );
  expect(balances.data).toMatchObject({ transactions: [{ amount: 90 }, { amount: -60 }] });
});

test("a day's date is that of its rows, and may stand below a row that has no head", async () => {
  const day = await read(
    PERIOD,
    [
      [40, "Date"],
      [120, "Description"],
      [300, "Paid out"],
      [380, "Paid in"],
    ],
    [
      [40, "03.12."],
      [120, "Rent"],
      [300, "60.00"],
    ],
    [
      [120, "Water"],
      [300, "12.00"],
    ],
  );
  expect(day.data).toMatchObject({
    transactions: [{ date: "2025-12-03" }, { date: "2025-12-03", amount: -12 }],
  });
  const below = await read(
    PERIOD,
    [
      [40, "Rent"],
      [300, "-60.00"],
    ],
    [[40, "3 Dec 2025"]],
    [
      [40, "Salary"],
      [300, "+90.00"],
    ],
    [[40, "4 Dec 2025"]],
  );
  expect(below.data).toMatchObject({
    transactions: [
      { date: "2025-12-03", description: "Rent", amount: -60 },
      { date: "2025-12-04", description: "Salary", amount: 90 },
    ],
  });
});

test("balances that do not add up need review", async () => {
  const { fields, review } = await read(
    PERIOD,
    [
      [40, "Opening balance"],
      [300, "100.00"],
    ],
    [
      [40, "Closing balance"],
      [300, "180.00"],
    ],
    [
      [40, "Date"],
      [120, "Description"],
      [300, "Amount"],
    ],
    [
      [40, "03.12."],
      [120, "Water"],
      [300, "-45.00"],
    ],
  );
  expect(fields["closing_balance"]?.checks).toMatchObject([{ check: "sum-of-transactions" }]);
  expect(review).toEqual(expect.arrayContaining(["closing_balance", "transactions[0].amount"]));
});
