import type { FieldsResult } from "@galley/core/domain";
import { expect, test } from "vitest";
import type { FieldDocument } from "../../document/field-document.ts";
import {
  DEFAULT_READERS,
  exampleOf,
  examplesReader,
  type FieldsExample,
  type FieldsSchema,
  kindSchema,
  parseFieldsSchema,
  readFields,
  typedValue,
} from "../../index.ts";
import { type MadeLine, page } from "../../testing/made-page.ts";

const INVOICE = kindSchema("invoice");

interface Facts {
  readonly number: string;
  readonly date?: string;
  readonly sum?: string;
  readonly rows?: number;
}

/** A supplier whose labels no rule knows; the sum moves down with the rows. */
function supplier({ number, date = "05.06.2024", sum = "119,00", rows = 1 }: Facts): FieldDocument {
  return page(
    [[40, "Brandt Werkzeugbau"]],
    [[40, "Hammerweg eins, Solingen"]],
    [
      [40, "Unser Zeichen"],
      [300, "Kennziffer"],
      [430, "Tag"],
    ],
    [
      [40, "Anna Brandt"],
      [300, number],
      [430, date],
    ],
    [[40, "Wir liefern Ihnen wie besprochen folgende Waren"]],
    ...Array.from({ length: rows }, (_, row): MadeLine => [[40, `Ware ${"abcdefg".charAt(row)}`]]),
    [
      [40, "Bitte zahlen"],
      [480, sum],
    ],
    [[40, "Vielen Dank, Ihre Werkstatt"]],
    [[40, "Sparkasse Solingen, Brandt Werkzeugbau, Geschäftsführerin Anna Brandt"]],
  );
}

/** What a person corrects: the text of each path, with the words of the page that have it unless they typed it. */
type Corrections = Readonly<Record<string, string | null>>;

interface Confirming {
  readonly schema?: FieldsSchema;
  readonly typed?: boolean;
}

async function confirmed(
  document: FieldDocument,
  corrections: Corrections,
  { schema = INVOICE, typed = false }: Confirming = {},
): Promise<FieldsExample> {
  const before = await readFields(document, schema);
  const fields: Record<string, FieldsResult["fields"][string]> = {};
  for (const [path, record] of Object.entries(before.fields)) fields[path] = { ...record, confirmed: true };
  const data = { ...before.data };
  for (const [path, text] of Object.entries(corrections)) {
    data[path] = text === null ? null : typedValue(schema, path, text);
    const citations = text === null || typed ? [] : [citationOf(document, text)];
    fields[path] = { citations, confidence: 1, reader: "person", checks: [], confirmed: true };
  }
  const example = exampleOf({ document, schema, result: { ...before, data, fields } });
  if (example === undefined) throw new Error("The document teaches nothing.");
  return example;
}

function citationOf(
  { pages: [first] }: FieldDocument,
  text: string,
): FieldsResult["fields"][string]["citations"][number] {
  for (const [line, { words }] of (first?.lines ?? []).entries()) {
    const word = words.find((one) => one.text === text);
    if (word !== undefined) return { page: 1, lines: [line, line], text, boxes: [word.box] };
  }
  throw new Error(`The page has no word ${text}.`);
}

function read(
  document: FieldDocument,
  examples: readonly FieldsExample[],
  schema = INVOICE,
): Promise<FieldsResult> {
  return readFields(document, schema, { readers: [...DEFAULT_READERS, examplesReader(examples)] });
}

const TRUTH = { invoice_number: "QX-7/01", issue_date: "05.06.2024", gross_total: "119,00" };
const SECOND = { invoice_number: "QX-7/19", issue_date: "12.06.2024", gross_total: "1.190,00" };

const first = supplier({ number: "QX-7/01" });
const second = supplier({ number: "QX-7/19", date: "12.06.2024", sum: "1.190,00", rows: 3 });
const third = supplier({ number: "QX-8/02", date: "01.07.2024", sum: "23.800,00", rows: 7 });

test("two confirmed documents of a supplier teach the third, with its place; one makes a person look", async () => {
  const without = await read(third, []);
  expect(without.data["invoice_number"]).not.toBe("QX-8/02");
  expect(without.data["gross_total"]).not.toBe(23_800);
  const examples = [await confirmed(first, TRUTH), await confirmed(second, SECOND)];
  const { data, fields, review } = await read(third, examples);
  expect(data).toMatchObject({ invoice_number: "QX-8/02", issue_date: "2024-07-01", gross_total: 23_800 });
  expect(fields["invoice_number"]).toMatchObject({
    reader: "example",
    citations: [{ page: 1, text: "QX-8/02", lines: [3, 3] }],
  });
  expect(fields["gross_total"]).toMatchObject({
    reader: "example",
    citations: [{ text: "23.800,00", lines: [12, 12] }],
  });
  expect(review).not.toContain("invoice_number");
  expect(review).not.toContain("gross_total");

  const one = await read(third, examples.slice(0, 1));
  expect(one.data).toMatchObject({ invoice_number: "QX-8/02", gross_total: 23_800 });
  expect(one.review).toEqual(expect.arrayContaining(["invoice_number", "gross_total"]));
});

test("a value that a person typed teaches the only place where it is printed", async () => {
  const examples = [
    await confirmed(first, TRUTH, { typed: true }),
    await confirmed(second, SECOND, { typed: true }),
  ];
  expect((await read(third, examples)).data).toMatchObject({
    invoice_number: "QX-8/02",
    gross_total: 23_800,
  });
});

test("documents of another look are read as without examples", async () => {
  const other = page(
    [[40, "Ferrari Costruzioni SpA"]],
    [[40, "Invoice number: 17"]],
    [
      [40, "Unser Zeichen"],
      [300, "Kennziffer"],
      [430, "Tag"],
    ],
    [
      [40, "Mario"],
      [300, "ZZ-9"],
      [430, "01.02.2024"],
    ],
    [[40, "Total: 12.00 EUR"]],
  );
  const examples = [await confirmed(first, TRUTH), await confirmed(second, SECOND)];
  expect(await read(other, examples)).toEqual(await read(other, []));
});

test("examples that contradict one another make a person look, and change no other field", async () => {
  const wrong = await confirmed(second, { ...SECOND, invoice_number: "Anna" });
  const right = await confirmed(first, TRUTH);
  const { data, fields, review } = await read(third, [right, wrong]);
  expect(review).toContain("invoice_number");
  expect(fields["invoice_number"]?.confidence).toBeLessThan(0.6);
  expect(data["gross_total"]).toBe(23_800);
  expect(review).not.toContain("gross_total");
  // A third document outvotes it.
  const more = await read(third, [
    right,
    wrong,
    await confirmed(supplier({ number: "QX-7/55" }), { ...TRUTH, invoice_number: "QX-7/55" }),
  ]);
  expect(more.data["invoice_number"]).toBe("QX-8/02");
  expect(more.review).toContain("invoice_number");
});

test("labels that a rule takes for another field do not contradict what two documents teach", async () => {
  const order = (number: string, reference: string): FieldDocument =>
    page(
      ...Array.from({ length: 3 }, (): MadeLine => [[40, "Brandt Werkzeugbau Solingen"]]),
      [[40, `Invoice number: ${reference}`]],
      [[40, `Zeichen: ${number}`]],
      [[40, "Wir liefern Ihnen wie besprochen folgende Waren"]],
    );
  const examples = await Promise.all(
    [
      ["QX-1", "55100"],
      ["QX-2", "55200"],
    ].map(([number = "", reference = ""]) => confirmed(order(number, reference), { invoice_number: number })),
  );
  const { data, review } = await read(order("QX-3", "55300"), examples);
  expect(data["invoice_number"]).toBe("QX-3");
  expect(review).not.toContain("invoice_number");
});

test("a value that a person removed twice needs review the third time, and is left out from then on", async () => {
  const due = (day: string): FieldDocument =>
    page(
      ...[
        "Brandt Werkzeugbau Solingen",
        `Due date: ${day}.06.2024`,
        "Wir liefern Ihnen wie besprochen folgende Waren",
      ].map((text): MadeLine => [[40, text]]),
    );
  const without = await read(due("03"), []);
  expect(without.review).not.toContain("due_date");
  const examples = [
    await confirmed(due("01"), { due_date: null }),
    await confirmed(due("02"), { due_date: null }),
  ];
  const { data, review } = await read(due("03"), examples);
  expect(data["due_date"]).toBeNull();
  expect(review).toContain("due_date");
  const more = await read(due("04"), [...examples, await confirmed(due("03"), { due_date: null })]);
  expect(more.data["due_date"]).toBeNull();
  expect(more.review).not.toContain("due_date");
});

const STOCK = parseFieldsSchema({
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          article: { type: "string", labels: ["Article"] },
          count: { type: "number", labels: ["Count"] },
          weight: { type: "number", labels: ["Weight"] },
        },
      },
    },
  },
});

test("the head of a column that no label names is taught by confirmed rows", async () => {
  const stock = (rows: readonly (readonly [string, string, string])[]): FieldDocument =>
    page(
      [[40, "Warehouse of the northern harbour, stock list"]],
      [
        [40, "Article"],
        [200, "Count"],
        [300, "Heft"],
      ],
      ...rows.map(([article, count, weight]): MadeLine => [
        [40, article],
        [200, count],
        [300, weight],
      ]),
    );
  const taught = stock([
    ["Rope", "4", "12.50"],
    ["Hook", "2", "1.50"],
  ]);
  const base = await readFields(taught, STOCK);
  const cell = (line: number, x0: number, text: string): FieldsResult["fields"][string] => ({
    citations: [
      {
        page: 1,
        lines: [line, line],
        text,
        boxes: [{ x0, y0: 40 + 14 * line, x1: x0 + 5 * text.length, y1: 50 + 14 * line }],
      },
    ],
    confidence: 1,
    reader: "person",
    checks: [],
    confirmed: true,
  });
  const example = exampleOf({
    document: taught,
    schema: STOCK,
    result: {
      ...base,
      data: { items: [{ article: "Rope", count: 4, weight: 12.5 }] },
      fields: {
        "items[0].article": cell(2, 40, "Rope"),
        "items[0].count": cell(2, 200, "4"),
        "items[0].weight": cell(2, 300, "12.50"),
      },
    },
  });
  if (example === undefined) throw new Error("The document teaches nothing.");
  const next = stock([
    ["Sail", "1", "40.00"],
    ["Oar", "6", "7.25"],
  ]);
  expect((await read(next, [], STOCK)).data["items"]).toEqual([]);
  const { data, fields } = await read(next, [example, example], STOCK);
  expect(data["items"]).toEqual([
    { article: "Sail", count: 1, weight: 40 },
    { article: "Oar", count: 6, weight: 7.25 },
  ]);
  expect(fields["items[1].weight"]).toMatchObject({ reader: "example", citations: [{ text: "7.25" }] });
});
