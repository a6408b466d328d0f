import {
  address,
  addressAndFacts,
  block,
  type Column,
  footer,
  labelled,
  letterhead,
  type Pair,
  pairs,
  paragraphs,
  parties,
  type Setting,
  table,
  totals,
} from "./parts.ts";
import type { Label, Title } from "./words.ts";

/** One maker for each kind of page. */
export const KINDS: readonly ((setting: Setting) => string)[] = [
  (setting) => sale(setting, "invoice"),
  (setting) => sale(setting, "quote"),
  (setting) => sale(setting, "order"),
  delivery,
  statement,
  payslip,
  laboratory,
  resume,
  letter,
  datasheet,
];

const h2 = ({ words }: Setting, title: Title): string => `<h2>${words.title(title)}</h2>`;

function dateOf({ random }: Setting): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(random.int(1, 28))}${random.pick([".", "/"])}${two(random.int(1, 12))}.2024`.replace(
    /^(\d+)\/(\d+)\./u,
    "$1/$2/",
  );
}

function facts(setting: Setting): readonly Pair[] {
  const { random, words } = setting;
  const all: readonly Pair[] = [
    [words.label("number"), `RE-2024-${random.int(1000, 9999)}`],
    [words.label("date"), dateOf(setting)],
    [words.label("due"), dateOf(setting)],
    [words.label("customer"), String(random.int(10_000, 99_999))],
    [words.label("contact"), random.pick(words.people)],
    [words.label("reference"), `K/${random.int(100, 999)}`],
    [words.label("phone"), "040 555-0134"],
  ];
  return random.some(all, random.int(3, 6));
}

function titleOf({ random, words }: Setting, title: Title): string {
  return `<h1>${words.title(title)}${random.chance(0.4) ? ` ${random.int(100, 999)}-${random.int(10, 99)}` : ""}</h1>`;
}

/** Positions with prices: numbers and articles in columns or in lines below the description, some with a period or a discount. */
function positions(setting: Setting): string {
  const { random, words } = setting;
  const has = (share: number): boolean => random.chance(share);
  const [hasPosition, hasArticle, hasUnit, hasRate, isCentred] = [
    has(0.5),
    has(0.4),
    has(0.4),
    has(0.4),
    has(0.15),
  ];
  const [details, isCurrencyInCells, articleLines] = [random.pick([0, 0.3, 0.8]), has(0.3), has(0.3)];
  const money = (value: number): string =>
    words.money(value) + (isCurrencyInCells ? ` ${words.currency}` : "");
  const number = (head: Label): Column => ({ head: words.label(head), kind: "number" });
  const short = (head: Label): Column => ({ head: words.label(head), kind: "short" });
  const columns: readonly Column[] = [
    ...(hasPosition ? [short("position")] : []),
    ...(hasArticle ? [short("article")] : []),
    { head: words.label("description"), kind: "text" },
    number("quantity"),
    ...(hasUnit ? [short("unit")] : []),
    number("price"),
    ...(hasRate ? [number("rate")] : []),
    { ...number("amount"), ...(isCentred ? { place: "middle" } : {}) },
  ];
  let sum = 0;
  const rows = Array.from({ length: random.int(1, 8) }, (_, at) => {
    const [count, price] = [random.int(1, 24), random.int(90, 60_000) / 100];
    sum += count * price;
    const unit = random.pick(words.units);
    const article = random.pick(["TB100A4", "4711-08", "ARNR2", "10.334.2"]);
    const own = [
      random.pick(words.goods),
      ...(has(details) ? [random.pick(words.details)] : []),
      ...(articleLines && !hasArticle ? [`(GTIN ${random.int(10_000_000, 99_999_999)})`] : []),
    ];
    const lines = articleLines && hasArticle ? [article, `(GTIN ${random.int(1000, 9999)})`] : article;
    return [
      ...(hasPosition ? [String(at + 1)] : []),
      ...(hasArticle ? [lines] : []),
      own,
      hasUnit ? String(count) : `${count}${has(0.3) ? ` ${unit}` : ""}`,
      ...(hasUnit ? [unit] : []),
      money(price),
      ...(hasRate ? [`${random.pick([7, 19, 20])} %`] : []),
      money(count * price),
    ];
  });
  return table(columns, rows) + totals(setting, sum);
}

function sale(setting: Setting, title: Title): string {
  const { random } = setting;
  const upper = random.chance(0.5)
    ? letterhead(setting) + addressAndFacts(setting, facts(setting)) + titleOf(setting, title)
    : titleOf(setting, title) + pairs(facts(setting), setting.look) + parties(setting);
  const terms = random.chance(0.4) ? h2(setting, "terms") : "";
  return `${upper}${paragraphs(setting, random.int(0, 2))}${positions(setting)}${terms}${paragraphs(setting, random.int(1, 2))}${footer(setting)}`;
}

function delivery(setting: Setting): string {
  const { random, words } = setting;
  const columns: readonly Column[] = [
    { head: words.label("position"), kind: "short" },
    { head: words.label("article"), kind: "short" },
    { head: words.label("description"), kind: "text" },
    { head: words.label("quantity"), kind: "number" },
    { head: words.label("unit"), kind: "short" },
  ];
  const rows = Array.from({ length: random.int(3, 9) }, (_, at) => [
    String((at + 1) * random.pick([1, 1, 10])),
    String(random.int(100_000, 999_999)),
    [
      random.pick(words.goods),
      ...random.some(words.details, random.int(1, 3)).slice(0, random.pick([0, 1, 2])),
    ],
    String(random.int(1, 60)),
    random.pick(words.units),
  ]);
  return `${letterhead(setting)}${random.chance(0.5) ? parties(setting) : ""}${addressAndFacts(setting, facts(setting))}${titleOf(setting, "delivery")}${table(columns, rows)}${paragraphs(setting, 2)}${footer(setting)}`;
}

function statement(setting: Setting): string {
  const { random, words } = setting;
  const isSplit = random.chance(0.5);
  const columns: readonly Column[] = [
    { head: words.label("date"), kind: "short" },
    ...(random.chance(0.5) ? [{ head: words.label("value"), kind: "short" } as const] : []),
    { head: words.label("booking"), kind: "text" },
    ...(isSplit
      ? ([
          { head: words.label("debit"), kind: "number" },
          { head: words.label("credit"), kind: "number" },
        ] as const)
      : [{ head: words.label("amount"), kind: "number" } as const]),
    ...(random.chance(0.6) ? [{ head: words.label("balance"), kind: "number" } as const] : []),
  ];
  const most = random.pick([0, 1, 2]);
  let balance = random.int(90_000, 900_000) / 100;
  const rows = Array.from({ length: random.int(4, 14) }, () => {
    const value = random.int(-60_000, 60_000) / 100;
    balance += value;
    const day = dateOf(setting).slice(0, 5);
    const details = [random.pick(words.companies), `Ref. ${random.int(100_000, 999_999)}`];
    const amounts = isSplit
      ? [value < 0 ? words.money(-value) : "", value < 0 ? "" : words.money(value)]
      : [words.money(value)];
    const hasValue = columns[1]?.kind === "short";
    const last = columns.at(-1)?.head === words.label("balance") ? [words.money(balance)] : [];
    return [
      day,
      ...(hasValue ? [day] : []),
      [random.pick(words.bookings), ...details.slice(0, most)],
      ...amounts,
      ...last,
    ];
  });
  return `${letterhead(setting)}${addressAndFacts(setting, facts(setting))}${titleOf(setting, "statement")}${table(columns, rows)}${paragraphs(setting, 1)}${footer(setting)}`;
}

function payslip(setting: Setting): string {
  const { random, words } = setting;
  const part = (title: Title, texts: readonly string[]): string => {
    const columns = [
      { head: words.label("description"), kind: "text" },
      { head: words.label(title === "earnings" ? "hours" : "rate"), kind: "number" },
      { head: words.label("amount"), kind: "number" },
    ] as const;
    const rows = texts.map((text) => [
      text,
      title === "earnings" ? String(random.int(4, 160)) : `${random.int(1, 20)} %`,
      words.money(random.int(1000, 300_000) / 100),
    ]);
    return `<div style="flex: 1">${h2(setting, title)}${table(columns, rows)}</div>`;
  };
  const both =
    part("earnings", random.some(words.bookings, random.int(2, 4))) +
    part("deductions", random.some(words.details, random.int(2, 5)));
  const people = `<div class="row">${block(address(setting))}${pairs(facts(setting), setting.look)}</div>`;
  return `${random.chance(0.5) ? letterhead(setting) : ""}${titleOf(setting, "payslip")}${people}${random.chance(0.4) ? `<div style="display: flex; gap: 3em">${both}</div>` : both}${totals(setting, random.int(100_000, 400_000) / 100)}${footer(setting)}`;
}

const TESTS: readonly (readonly [string, string, string])[] = [
  ["Haemoglobin", "g/dl", "13.5 – 17.5"],
  ["Leucocytes", "10⁹/l", "4.0 – 10.0"],
  ["C-reactive protein", "mg/l", "&lt; 5"],
  ["Creatinine", "mg/dl", "0.7 – 1.2"],
  ["Ferritin", "µg/l", "30 – 400"],
  ["Alanine aminotransferase (ALT)", "U/l", "&lt; 50"],
  ["Glucose, fasting", "mg/dl", "70 – 99"],
  ["TSH", "mU/l", "0.4 – 4.0"],
];

function laboratory(setting: Setting): string {
  const { random, words } = setting;
  const patient: readonly Pair[] = [
    [words.label("contact"), random.pick(words.people)],
    [words.label("born"), dateOf(setting)],
    [words.label("sex"), random.pick(["F", "M"])],
    [words.label("sample"), `EDTA ${random.int(100, 999)}`],
    [words.label("doctor"), random.pick(words.people)],
  ];
  const hasFlags = random.chance(0.4);
  const columns: readonly Column[] = [
    { head: words.label("test"), kind: "text" },
    { head: words.label("result"), kind: "number" },
    ...(hasFlags ? [{ head: "", kind: "short" } as const] : []),
    { head: words.label("unit"), kind: "short" },
    { head: words.label("range"), kind: "short" },
  ];
  const rowOf = ([name, unit, range]: readonly [string, string, string]): readonly string[] => [
    name,
    `${random.int(1, 140)}.${random.int(0, 9)}`,
    ...(hasFlags ? [random.pick(["", "", "+", "−"])] : []),
    unit,
    range,
  ];
  const groups = random.chance(0.5)
    ? [["Haematology"], ...TESTS.slice(0, 2).map(rowOf), ["Clinical chemistry"], ...TESTS.slice(2).map(rowOf)]
    : random.some(TESTS, random.int(4, 8)).map(rowOf);
  return `${letterhead(setting)}${titleOf(setting, "laboratory")}${pairs(patient, setting.look)}${table(columns, groups)}${h2(setting, "findings")}${paragraphs(setting, 2)}${footer(setting)}`;
}

function resume(setting: Setting): string {
  const { random, words } = setting;
  const name = random.pick(words.people);
  const ways = block([random.pick(words.streets), random.pick(words.towns), "name@example.com"]);
  const top = random.chance(0.5)
    ? `<div class="row"><h1>${name}</h1>${ways}</div>`
    : `<h1>${name}</h1>${ways}`;
  const entry = (): string => {
    const dates = `${random.int(2005, 2014)} – ${random.int(2015, 2024)}`;
    const duties = random
      .some(words.duties, random.int(1, 3))
      .map((text) => `<li data-block>${text}</li>`)
      .join("");
    const place = `${random.pick(words.companies)}, ${random.pick(words.towns)}`;
    const own = `<div data-block>${place}</div><ul>${duties}</ul>`;
    return isBeside
      ? `<div class="entry"><div>${dates}</div><div>${own}</div></div>`
      : `<div data-block>${place}, ${dates}</div><ul>${duties}</ul>`;
  };
  const isBeside = random.chance(0.5);
  const skills = pairs(
    [
      ["Deutsch", "C2"],
      ["English", "C1"],
      ["Français", "B1"],
    ],
    setting.look,
  );
  return `${top}${h2(setting, "experience")}${entry()}${entry()}${h2(setting, "education")}${entry()}${h2(setting, "skills")}${skills}`;
}

function letter(setting: Setting): string {
  const { random, words } = setting;
  const date = `${random.pick(words.towns).replace(/^\d+ | \S*\d.*$/gu, "")}, ${random.int(1, 28)} ${random.pick(words.months)} 2024`;
  const own = random.chance(0.5)
    ? `<div class="row">${block(address(setting))}</div><div data-block style="text-align: right">${date}</div>`
    : addressAndFacts(setting, facts(setting));
  const subject = `<p data-maybe style="font-weight: bold">${words.label("subject")}</p>`;
  const signatures = [block([random.pick(words.people), random.pick(words.duties)])];
  if (random.chance(0.4)) signatures.push(block([random.pick(words.people), random.pick(words.duties)]));
  return `${letterhead(setting)}${own}${subject}<p data-block>${words.label("dear")}</p>${paragraphs(setting, random.int(2, 4))}<p data-block>${words.label("regards")}</p><div class="row" style="margin-top: 3em">${signatures.join("")}</div>${footer(setting)}`;
}

function datasheet(setting: Setting): string {
  const { random, words } = setting;
  const drawing = `<svg width="150" height="110"><rect x="2" y="2" width="146" height="106" fill="#e8ecf0" stroke="#567"/><circle cx="75" cy="55" r="34" fill="#9ab"/></svg>`;
  const features = random
    .some(words.details, 4)
    .map((text) => `<li data-block>${text}</li>`)
    .join("");
  const isBeside = random.chance(0.5);
  const own = `${h2(setting, "features")}<ul>${features}</ul>`;
  const models = random.int(1, 4);
  const columns: readonly Column[] = [
    { head: words.label("model"), kind: "text" },
    ...Array.from({ length: models }, (_, at) => ({ head: `KX-${12 + 4 * at}`, kind: "short" }) as const),
  ];
  const rows = (["weight", "type", "range", "price"] as const).map((label) => [
    words.label(label),
    ...Array.from({ length: models }, () => `${random.int(2, 400)} ${random.pick(words.units)}`),
  ]);
  const note = labelled(words.title("notes"), [random.pick(words.sentences)]);
  return `<h1>${words.title("datasheet")} KX</h1>${paragraphs(setting, 1)}${isBeside ? `<div class="row"><div>${own}</div>${drawing}</div>` : drawing + own}${h2(setting, "specifications")}${table(columns, rows, models > 1)}${note}${footer(setting)}`;
}
