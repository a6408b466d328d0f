import { cell, type ColumnKind, headRows, type MadeRow, type MadeTable } from "./made-table.ts";
import type { Random } from "../../../fixtures/random.ts";

const PLACES =
  "Alabama|Northern Territory|Castile and León|Mecklenburg|Oslo|Provence|Saxony|Ulster|Wales|Zealand|East Midlands|Lazio|New South Wales|Bay of Plenty|Lower Silesia|Rio Grande do Sul|Outer Hebrides|Attica|Moravia|Quebec".split(
    "|",
  );
const TRADES =
  "Manufacturing|Construction|Retail trade, except of motor vehicles|Transportation and warehousing|Information|Finance and insurance|Educational services|Accommodation and food services|Mining, quarrying, and oil and gas extraction|Other services (except public administration)|Wholesale trade|Agriculture, forestry, and fishing|Utilities|Health care and social assistance".split(
    "|",
  );
const MEASURES =
  "Number of establishments|Total|Male|Female|Percent change|Average annual pay|Rate per 1,000|Full-time|Part-time|Median age|Standard error|Under 5 years|65 years and over|All ages|Total receipts|Share of total (percent)|Employees|Not reported".split(
    "|",
  );
const SPANNERS =
  "Population|Employment status|Public schools|Private households|Annual expenditure|Age of respondent|Change from previous year|Estimate|Urban areas|Type of institution".split(
    "|",
  );
const ENTRIES =
  "Cash and cash equivalents|Trade and other receivables|Inventories|Property, plant and equipment|Intangible assets|Deferred tax liabilities|Provisions for pensions and similar obligations|Share capital|Retained earnings|Revenue from contracts with customers|Cost of materials|Other operating expenses|Interest received|Dividends paid to shareholders of the parent company|Depreciation".split(
    "|",
  );
const TESTS =
  "Haemoglobin|Leucocytes|Thrombocytes|Creatinine|C-reactive protein|Sodium|Potassium|Alanine aminotransferase (ALT)|Cholesterol, total|Triglycerides|Thyroid-stimulating hormone|Ferritin|Glucose, fasting".split(
    "|",
  );
const STOPS =
  "Central Station|Harbour Road|Airport Terminal 2|University|Market Square|Old Mill|Westfield Park|Hospital|Zoo|Lakeside (request stop)|Exhibition Centre|Castle Hill".split(
    "|",
  );
const WORKS =
  "Replace the roof of the gymnasium|Survey of groundwater at eleven wells|Training of new inspectors|Publish the annual list of protected buildings|Review contracts for cleaning|Extend opening hours on Saturdays|Draft rules for the use of drones near airfields|Repair of the quay wall|Introduce electronic invoices for all suppliers|Count of breeding birds in spring".split(
    "|",
  );
const OFFICES =
  "Public works department|City council|Environment agency, northern branch|Human resources|Office of the treasurer|Harbour authority|To be decided".split(
    "|",
  );
const GOODS =
  "Hex bolt, zinc plated, M8 × 40, box of 100|Cable tie 200 mm, black|Junction box, surface mounted, with four glands|Work gloves, size 9|LED panel 60 × 60 cm, neutral white, dimmable|Copper pipe 15 mm, per metre|Silicone sealant, clear, 310 ml|Angle bracket|Paint roller set with tray and two spare sleeves".split(
    "|",
  );
const QUESTIONS =
  "How often do you use the library in your town?|I am satisfied with the service that I received on the telephone|The staff understood what I needed|Would recommend the clinic to friends or relatives|It was easy to find information on fees and opening hours|Waiting time was acceptable|Overall".split(
    "|",
  );
const MODELS =
  "Baseline|Ridge regression|Random forest|BiLSTM-CRF|Ours (small)|Ours (large)|k-nearest neighbours|Gradient boosting|Naive Bayes".split(
    "|",
  );

type Value = () => string;

function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}

/** Values of one column: of one kind, and of about one magnitude. */
function valuesOf(random: Random): Value {
  const scale = 10 ** random.int(1, 6);
  const digits = random.int(1, 3);
  const missing = random.pick(["–", "...", "(X)", "NA", "", "—"]);
  const share = random.pick([0, 0, 0.06, 0.15]);
  const mark = random.chance(0.15);
  const kinds: readonly [Value, ...Value[]] = [
    () => grouped(scale * random.next()),
    () => (100 * random.next()).toFixed(digits),
    () => `${(100 * random.next()).toFixed(1)}%`,
    () => (20 * random.next() - 10).toFixed(1).replace("-", "–"),
    () => grouped(scale * random.next()),
    () => `${(50 * random.next()).toFixed(1)} (${random.next().toFixed(2)})`,
  ];
  const kind = random.pick(kinds);
  return () => {
    if (random.chance(share)) return missing;
    const value = kind();
    return mark && random.chance(0.1) ? `${value}<sup>${random.int(1, 3)}</sup>` : value;
  };
}

/** Labels with values: entries, some below sections, some indented below others, some with a total. */
function entries(random: Random, labels: readonly string[], values: readonly Value[]): readonly MadeRow[] {
  const sections = random.pick([0, 0, 0, 2, 3]);
  const isIndented = random.chance(0.45);
  const sectionRow = random.pick(["stub", "stub", "across"]);
  const rows: MadeRow[] = [];
  const entry = (label: string, indent: number, kind: MadeRow["kind"] = "entry"): void => {
    const mark = random.chance(0.06) ? `<sup>${random.int(1, 4)}</sup>` : "";
    rows.push({ kind, cells: [cell(label + mark, { indent }), ...values.map((value) => cell(value()))] });
  };
  if (random.chance(0.35)) entry("Total", 0, "total");
  const size = Math.ceil(labels.length / Math.max(1, sections));
  for (const [index, label] of labels.entries()) {
    if (sections > 0 && index % size === 0) {
      const title = ["Both sexes", "Men", "Women"][index / size] ?? "Other";
      const cells =
        sectionRow === "stub"
          ? [cell(title), ...values.map(() => cell(""))]
          : [cell(title, { columnSpan: values.length + 1 })];
      rows.push({ kind: "section", cells });
    }
    entry(label, isIndented && index % 4 > 0 ? 1 + Number(index % 4 > 2) : 0);
  }
  if (random.chance(0.3)) entry(random.pick(["Total", "Net change", "All regions"]), 0, "total");
  return rows;
}

function table(columns: readonly ColumnKind[], rows: readonly MadeRow[], caption: string): MadeTable {
  return { columns, rows, caption, note: "" };
}

function numeric(count: number): readonly ColumnKind[] {
  return ["label", ...Array.from({ length: count }, (): ColumnKind => "number")];
}

function statistics(random: Random, most: number): MadeTable {
  const count = random.int(2, most);
  const years = Array.from({ length: count }, (_, index) => String(2001 + index));
  const names = random.chance(0.4) ? years : random.some(MEASURES, count);
  const groups: { title?: string; heads: string[] }[] = [];
  const isSpanned = random.chance(0.55);
  for (let at = 0; at < count;) {
    const width = isSpanned && random.chance(0.8) ? random.int(2, 3) : 1;
    const heads = names.slice(at, at + width);
    const title = SPANNERS[(at + random.int(0, 3)) % SPANNERS.length] ?? "";
    groups.push(heads.length > 1 ? { title, heads } : { heads });
    at += width;
  }
  const labels = random.some(random.pick([PLACES, TRADES]), random.int(4, 14));
  const over = random.chance(0.12) ? "Estimates for the reference period" : undefined;
  const stub = random.pick(["Region", "State or area", "", "Industry and class of worker", "Item"]);
  const units: readonly MadeRow[] = random.chance(0.2)
    ? [{ kind: "units", cells: [cell(""), cell("Thousands of persons", { columnSpan: count })] }]
    : [];
  const values = names.map(() => valuesOf(random));
  const rows = [...headRows([stub], groups, over), ...units, ...entries(random, labels, values)];
  return table(numeric(count), rows, "Selected characteristics, by area");
}

function accounts(random: Random): MadeTable {
  const labels = random.some(ENTRIES, random.int(5, 13));
  const hasNotes = random.chance(0.5);
  const money = (): string => {
    const value = grouped(40_000 * random.next());
    return random.chance(0.2) ? `(${value})` : random.chance(0.06) ? "–" : value;
  };
  const note = (): string => (random.chance(0.6) ? String(random.int(3, 31)) : "");
  const values = [...(hasNotes ? [note] : []), money, money];
  const heads = random.pick<readonly [string, string]>([
    ["2023", "2022"],
    ["31 December 2023", "31 December 2022"],
    ["€ million 2023", "€ million 2022"],
  ]);
  const head = headRows(
    [random.pick(["", "In thousands"])],
    [{ heads: [...(hasNotes ? ["Note"] : []), ...heads] }],
  );
  return table(
    numeric(values.length),
    [...head, ...entries(random, labels, values)],
    "Statement of financial position",
  );
}

function results(random: Random): MadeTable {
  const metrics = random.some(
    ["Precision", "Recall", "F1", "Accuracy", "AUC", "RMSE", "p"],
    random.int(2, 4),
  );
  const spread = random.chance(0.4);
  const score = (): string =>
    spread ? `${(100 * random.next()).toFixed(1)} ± ${random.next().toFixed(1)}` : random.next().toFixed(3);
  const sets = random.chance(0.5)
    ? [{ heads: metrics }]
    : [
        { title: "Development set", heads: metrics },
        { title: "Test set", heads: metrics },
      ];
  const values = sets.flatMap(({ heads }) => heads.map(() => score));
  const labels = random.some(MODELS, random.int(3, 8));
  const rows = labels.map((label): MadeRow => ({
    kind: "entry",
    cells: [cell(label), ...values.map((value) => cell(value()))],
  }));
  return table(
    numeric(values.length),
    [...headRows(["Model"], sets), ...rows],
    "Results on the development and test sets",
  );
}

/** Tables with a kind of text in each column. */
function listing(random: Random): MadeTable {
  const pieces = (): string => random.pick(["piece", "box", "m", "pack of 10"]);
  const price = (): string => (300 * random.next()).toFixed(2);
  const kind = random.pick(["prices", "laboratory", "works", "works"]);
  const code = (): string => `${random.pick(["A", "KX", "90"])}-${random.int(1000, 9999)}`;
  const [heads, columns, labels, beside]: readonly [
    readonly string[],
    readonly ColumnKind[],
    readonly string[],
    readonly Value[],
  ] =
    kind === "prices"
      ? [
          ["Description", "Article", "Unit", "Price"],
          ["label", "text", "text", "number"],
          GOODS,
          [code, pieces, price],
        ]
      : kind === "laboratory"
        ? [
            ["Test", "Result", "Unit", "Reference range"],
            ["label", "number", "text", "text"],
            TESTS,
            [
              price,
              () => random.pick(["g/dl", "mmol/l", "U/l", "G/l"]),
              () => `${random.int(1, 9)}.0 – ${random.int(10, 90)}.5`,
            ],
          ]
        : [
            ["Measure", "Responsible", "Due", "Remarks"],
            ["label", "text", "text", "text"],
            WORKS,
            [
              () => random.pick([OFFICES[0] ?? "", ...OFFICES]),
              () => `${random.int(1, 28)} ${random.pick(["March", "June", "October"])} 2024`,
              () =>
                random.pick([
                  "Delayed by four months because of missing permits",
                  "Completed",
                  "No funds in this year",
                  "In preparation; first draft expected in autumn",
                ]),
            ],
          ];
  const rows = random.some(labels, random.int(4, 9)).map((label): MadeRow => ({
    kind: "entry",
    cells: [cell(label), ...beside.map((value) => cell(value()))],
  }));
  return table(columns, [...headRows(heads, []), ...rows], "List for the current year");
}

function timetable(random: Random): MadeTable {
  const count = random.int(4, 8);
  const start = random.int(300, 700);
  const time = (minutes: number): string =>
    `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  const heads = Array.from(
    { length: count },
    (_, index) => `${random.pick(["RE", "S", "IC"])} ${410 + index}`,
  );
  const rows = random.some(STOPS, random.int(5, 10)).map((stop, at): MadeRow => {
    const times = heads.map((_, index) =>
      cell(random.chance(0.08) ? "|" : time(start + 37 * index + 6 * at)),
    );
    return { kind: "entry", cells: [cell(stop), ...times] };
  });
  return table(numeric(count), [...headRows(["Train"], [{ heads }]), ...rows], "Monday to Friday");
}

function survey(random: Random): MadeTable {
  const heads = ["Strongly agree", "Agree", "Disagree", "Don’t know"];
  const rows = random.some(QUESTIONS, random.int(4, 7)).map((label): MadeRow => ({
    kind: "entry",
    cells: [cell(label), ...heads.map(() => cell(String(random.int(0, 99))))],
  }));
  const units: MadeRow = { kind: "units", cells: [cell(""), cell("Percent", { columnSpan: 4 })] };
  return table(
    numeric(4),
    [...headRows(["Statement"], [{ heads }]), ...(random.chance(0.4) ? [units] : []), ...rows],
    "Answers to the questionnaire",
  );
}

/** @param most columns of numbers that the page has room for */
export function madeTable(random: Random, most = 8): MadeTable {
  const own =
    most < 5
      ? ["statistics", "accounts"]
      : [
          "statistics",
          "statistics",
          "statistics",
          "accounts",
          "results",
          "listing",
          "listing",
          "timetable",
          "survey",
        ];
  const kind = own[random.int(0, own.length - 1)];
  const made =
    {
      statistics: () => statistics(random, most),
      accounts: () => accounts(random),
      results: () => results(random),
      listing: () => listing(random),
      timetable: () => timetable(random),
      survey: () => survey(random),
    }[kind ?? "statistics"] ?? (() => statistics(random, most));
  const found = made();
  const note = random.pick([
    "",
    "",
    "1 Preliminary figures. 2 Includes areas not shown separately.",
    "Note: Details may not add to totals because of rounding.",
    "Source: Annual survey of the statistical office.",
  ]);
  return { ...found, caption: `Table ${random.int(1, 30)}. ${found.caption}`, note };
}
