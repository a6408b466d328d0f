import { type StatementLanguage, type StatementWording, STATEMENT_LANGUAGES } from "./statement-languages.ts";

/** A bank statement with the data that its page prints, with the names of the shipped kind. */
export interface MadeStatement {
  readonly name: string;
  /** Looks that readers are not tuned on; they use other words, too. */
  readonly isAside: boolean;
  readonly html: string;
  readonly truth: StatementTruth;
}

interface StatementTruth {
  readonly account_holder: string;
  readonly iban: string | null;
  readonly account_number: string | null;
  readonly period_start: string;
  readonly period_end: string;
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly currency: string;
  readonly transactions: readonly Transaction[];
}

interface Transaction {
  readonly date: string;
  readonly value_date: string | null;
  readonly description: string;
  readonly amount: number;
  readonly balance: number | null;
}

/** How a look prints a statement. */
interface Look {
  readonly name: string;
  readonly isAside: boolean;
  readonly date: "numeric" | "short" | "iso" | "long";
  /** Where the sign of an amount stands. */
  readonly sign: "columns" | "before" | "behind" | "mark" | "sections";
  readonly balance: "each" | "day" | "none";
  readonly hasValueDate: boolean;
  /** Whether the date of a day is printed once. */
  readonly isDayOnce: boolean;
  readonly frame: "ruled" | "lines" | "plain" | "cards";
  readonly rows: number;
  readonly balances: "rows" | "box" | "sentence";
  readonly hasHead: boolean;
}

const LOOKS: readonly Look[] = [
  {
    name: "classic",
    isAside: false,
    date: "numeric",
    sign: "columns",
    balance: "each",
    hasValueDate: false,
    isDayOnce: false,
    frame: "ruled",
    rows: 12,
    balances: "rows",
    hasHead: true,
  },
  {
    name: "savings-bank",
    isAside: false,
    date: "short",
    sign: "behind",
    balance: "none",
    hasValueDate: true,
    isDayOnce: false,
    frame: "plain",
    rows: 9,
    balances: "rows",
    hasHead: true,
  },
  {
    name: "high-street",
    isAside: false,
    date: "long",
    sign: "columns",
    balance: "day",
    hasValueDate: false,
    isDayOnce: true,
    frame: "lines",
    rows: 16,
    balances: "rows",
    hasHead: true,
  },
  {
    name: "online",
    isAside: false,
    date: "iso",
    sign: "before",
    balance: "each",
    hasValueDate: true,
    isDayOnce: false,
    frame: "lines",
    rows: 40,
    balances: "box",
    hasHead: true,
  },
  {
    name: "sections",
    isAside: false,
    date: "short",
    sign: "sections",
    balance: "none",
    hasValueDate: false,
    isDayOnce: false,
    frame: "plain",
    rows: 10,
    balances: "box",
    hasHead: true,
  },
  {
    name: "app",
    isAside: true,
    date: "long",
    sign: "before",
    balance: "none",
    hasValueDate: false,
    isDayOnce: false,
    frame: "cards",
    rows: 7,
    balances: "sentence",
    hasHead: false,
  },
  {
    name: "corporate",
    isAside: true,
    date: "numeric",
    sign: "columns",
    balance: "none",
    hasValueDate: true,
    isDayOnce: false,
    frame: "ruled",
    rows: 55,
    balances: "sentence",
    hasHead: true,
  },
  {
    name: "marks",
    isAside: true,
    date: "short",
    sign: "mark",
    balance: "each",
    hasValueDate: false,
    isDayOnce: true,
    frame: "plain",
    rows: 14,
    balances: "rows",
    hasHead: true,
  },
];

/** All looks in all languages. */
export function madeStatements(): readonly MadeStatement[] {
  return LOOKS.flatMap((look, at) =>
    STATEMENT_LANGUAGES.map((language) => {
      const truth = truthOf(language, look, at);
      const html = pageOf({ look, language, truth });
      return { name: `${look.name}-${language.code}`, isAside: look.isAside, html, truth };
    }),
  );
}

function truthOf(language: StatementLanguage, look: Look, at: number): StatementTruth {
  const random = randomFrom(at * 7919 + language.code.charCodeAt(0) * 31 + language.code.charCodeAt(1));
  const scale = language.currency === "JPY" ? 1 : 100;
  const start = Date.UTC(2026, at, 1);
  const end = Date.UTC(2026, at + 1, 0);
  const opening = Math.floor(random() * 900_000) / (scale === 1 ? 1 : 100) + 1000;
  const days = Array.from({ length: look.rows }, () => Math.floor(random() * 27)).toSorted((a, b) => a - b);
  let balance = rounded(opening);
  const booked = days.map((day, index) => {
    const isCredit = random() < 0.3;
    const value = Math.round((random() * 480 + 3) * scale * (isCredit ? 2 : 1)) / scale;
    const amount = isCredit ? value : -value;
    balance = rounded(balance + amount);
    const names = isCredit ? language.credits : language.debits;
    return {
      date: isoDate(start + day * DAY),
      value_date: look.hasValueDate ? isoDate(start + (day + (index % 3 === 0 ? 1 : 0)) * DAY) : null,
      description: names[Math.floor(random() * names.length)] ?? "",
      amount,
      balance: isBalancePrinted(look, days, index) ? balance : null,
    };
  });
  const transactions =
    look.sign === "sections" ? booked.toSorted((a, b) => Math.sign(b.amount) - Math.sign(a.amount)) : booked;
  return {
    account_holder: language.holder,
    iban: language.iban,
    account_number: language.iban === null ? language.account : null,
    period_start: isoDate(start),
    period_end: isoDate(end),
    opening_balance: rounded(opening),
    closing_balance: balance,
    currency: language.currency,
    transactions,
  };
}

const DAY = 86_400_000;

function isBalancePrinted({ balance }: Look, days: readonly number[], index: number): boolean {
  if (balance === "each") return true;
  return balance === "day" && days[index + 1] !== days[index];
}

type Random = () => number;

/** A linear congruential generator (Numerical Recipes). */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Making {
  readonly look: Look;
  readonly language: StatementLanguage;
  readonly truth: StatementTruth;
}

function word({ look, language }: Pick<Making, "look" | "language">, name: StatementWording): string {
  const alternatives = language.words.get(name) ?? [];
  return alternatives[look.isAside ? 1 : 0] ?? alternatives[0] ?? "";
}

function pageOf(making: Making): string {
  const { look, language } = making;
  const borders = {
    ruled: "table.t td,table.t th{border:1px solid #555}",
    lines: "table.t tr{border-bottom:1px solid #bbb}",
    plain: "",
    cards: "",
  }[look.frame];
  const css = `body{font:9pt/1.35 'Liberation Sans','Noto Sans CJK ${language.code === "ja" ? "JP" : "SC"}';margin:0}table{border-collapse:collapse}table.t{width:100%;margin-top:14px}td,th{padding:2px 6px;text-align:left;vertical-align:top}.r{text-align:right;white-space:nowrap}tr{break-inside:avoid}.two{display:flex;justify-content:space-between}${borders}.small{font-size:7pt;color:#555}.bank{font-size:16pt;font-weight:bold}`;
  return `<!doctype html><html lang="${language.code}"><meta charset="utf-8"><style>${css}</style><body>${headOf(making)}${
    look.frame === "cards" ? cardsOf(making) : tableOf(making)
  }${footOf(making)}</body></html>`;
}

function headOf(making: Making): string {
  const { look, language, truth } = making;
  const account =
    truth.iban === null
      ? `${word(making, "account")}: ${language.account}`
      : `IBAN: ${truth.iban.replaceAll(/(.{4})(?=.)/gu, "$1 ")}`;
  const period = language.period
    .replace("{a}", fullDate(truth.period_start, making))
    .replace("{b}", fullDate(truth.period_end, making));
  const holder = `${language.holder}<br>${language.street}<br>${language.town}`;
  const box =
    look.balances === "box" ? boxOf(making) : look.balances === "sentence" ? sentenceOf(making) : "";
  const code = `${word(making, "currency")}: ${language.currency}`;
  if (look.isAside)
    return `<div class="two"><div><h2>${word(making, "title")}</h2>${period}</div><div class="bank">${language.bank}</div></div><table style="margin-top:12px"><tr><td>${word(making, "holder")}<td>${language.holder}<tr><td>${truth.iban === null ? word(making, "account") : "IBAN"}<td>${truth.iban ?? language.account}<tr><td>${word(making, "currency")}<td>${language.currency}</table>${box}`;
  return `<div class="bank">${language.bank}</div><div class="two" style="margin-top:24px"><div>${holder}</div><div>${word(making, "title")}<br>${period}<br>${account}<br>${code}</div></div>${box}`;
}

function boxOf(making: Making): string {
  const { truth } = making;
  return `<table style="margin-top:14px"><tr><td>${word(making, "opening")}<td class="r">${money(truth.opening_balance, making)}<tr><td>${word(making, "closing")}<td class="r">${money(truth.closing_balance, making)}</table>`;
}

function sentenceOf(making: Making): string {
  const { truth } = making;
  const line = (name: StatementWording, iso: string, value: number): string =>
    `<p>${word(making, name)} ${fullDate(iso, making)}: <b>${money(value, making)} ${truth.currency}</b></p>`;
  return (
    line("opening", truth.period_start, truth.opening_balance) +
    line("closing", truth.period_end, truth.closing_balance)
  );
}

function tableOf(making: Making): string {
  if (making.look.sign === "sections") {
    return (["credits", "debits"] as const)
      .map((name) => {
        const rows = making.truth.transactions.filter(({ amount }) => amount > 0 === (name === "credits"));
        const sum = rounded(rows.reduce((all, { amount }) => all + Math.abs(amount), 0));
        return `<h3>${word(making, name)}</h3><table class="t">${headRow(making)}${rowsOf(making, rows)}<tr><td><td><b>${word(making, "sum")} ${word(making, name)}</b><td class="r"><b>${money(sum, making)}</b></table>`;
      })
      .join("");
  }
  return `<table class="t"><thead>${headRow(making)}</thead><tbody>${balanceRow(making, "opening")}${rowsOf(making, making.truth.transactions)}${balanceRow(making, "closing")}</tbody></table>`;
}

function headRow(making: Making): string {
  return `<tr>${columnsOf(making.look)
    .map(([key, isNumber]) => `<th${isNumber ? ' class="r"' : ""}>${word(making, key)}</th>`)
    .join("")}</tr>`;
}

type Column = readonly [key: StatementWording, isNumber: boolean];

function columnsOf({ sign, balance, hasValueDate }: Look): readonly Column[] {
  const amounts: readonly Column[] =
    sign === "columns"
      ? [
          ["debit", true],
          ["credit", true],
        ]
      : [["amount", true]];
  return [
    ["date", false],
    ...(hasValueDate ? ([["value", false]] as const) : []),
    ["description", false],
    ...amounts,
    ...(balance === "none" ? [] : ([["balance", true]] as const)),
  ];
}

function rowsOf(making: Making, rows: readonly Transaction[]): string {
  return rows
    .map((row, index) => {
      const isShown = !making.look.isDayOnce || rows[index - 1]?.date !== row.date;
      const cells = columnsOf(making.look).map(([key]) => cellOf(making, { key, row, isShown }));
      return `<tr>${cells.join("")}</tr>`;
    })
    .join("");
}

interface CellMaking {
  readonly key: StatementWording;
  readonly row: Transaction;
  readonly isShown: boolean;
}

function cellOf(making: Making, { key, row, isShown }: CellMaking): string {
  const number = (value: number | undefined): string =>
    `<td class="r">${value === undefined ? "" : signed(value, making)}</td>`;
  if (key === "date") return `<td style="white-space:nowrap">${isShown ? dateOf(row.date, making) : ""}</td>`;
  if (key === "value")
    return `<td style="white-space:nowrap">${dateOf(row.value_date ?? row.date, making)}</td>`;
  if (key === "description") return `<td>${row.description}</td>`;
  if (key === "debit") return number(row.amount < 0 ? -row.amount : undefined);
  if (key === "credit") return number(row.amount > 0 ? row.amount : undefined);
  if (key === "balance")
    return `<td class="r">${row.balance === null ? "" : money(row.balance, making)}</td>`;
  return number(row.amount);
}

function balanceRow(making: Making, name: "opening" | "closing"): string {
  const { look, truth } = making;
  if (look.balances !== "rows") return "";
  const value = money(name === "opening" ? truth.opening_balance : truth.closing_balance, making);
  const columns = columnsOf(look);
  return `<tr>${columns
    .map(([key], at) => {
      if (key === "description") return `<td><b>${word(making, name)}</b></td>`;
      return `<td class="r">${at === columns.length - 1 ? `<b>${value}${look.sign === "behind" ? "+" : ""}</b>` : ""}</td>`;
    })
    .join("")}</tr>`;
}

/** Transactions of an app: two lines each, without a head. */
function cardsOf(making: Making): string {
  const { truth } = making;
  return truth.transactions
    .map(
      (row) =>
        `<div class="two" style="margin-top:9px"><div><b>${row.description}</b><br><span class="small">${dateOf(row.date, making)}</span></div><div>${signed(row.amount, making)} ${truth.currency}</div></div>`,
    )
    .join("");
}

function footOf({ language }: Making): string {
  return `<p class="small" style="margin-top:30px">${language.bank}, ${language.foot}</p>`;
}

function signed(value: number, making: Making): string {
  const text = money(Math.abs(value), making);
  const { sign } = making.look;
  if (sign === "before") return `${value < 0 ? "-" : "+"}${text}`;
  if (sign === "behind") return `${text}${value < 0 ? "-" : "+"}`;
  if (sign === "mark") return `${text} ${making.language.marks[value < 0 ? 0 : 1]}`;
  return text;
}

function money(value: number, { language: { locale, currency } }: Pick<Making, "language">): string {
  const digits = currency === "JPY" ? 0 : 2;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: "always",
  }).format(value);
}

function dateOf(iso: string, making: Making): string {
  const { date } = making.look;
  if (date === "iso") return iso;
  if (date === "numeric") return fullDate(iso, making);
  const options =
    date === "long"
      ? ({ day: "numeric", month: "short", year: "numeric" } as const)
      : ({ day: "2-digit", month: "2-digit" } as const);
  return formatted(iso, making.language.locale, options);
}

function fullDate(iso: string, { language }: Pick<Making, "language">): string {
  return formatted(iso, language.locale, { day: "2-digit", month: "2-digit", year: "numeric" });
}

function formatted(iso: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(
    new Date(`${iso}T00:00:00Z`),
  );
}

function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
