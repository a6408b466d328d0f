import type { Random } from "../../../fixtures/random.ts";
import type { BusinessLook } from "./look.ts";
import type { Label, Words } from "./words.ts";

/** What the parts of a page are made with. */
export interface Setting {
  readonly random: Random;
  readonly words: Words;
  readonly look: BusinessLook;
}

export type Pair = readonly [label: string, value: string];

/** Text that belongs together; `readTruth` reads `data-block`. */
export function block(lines: readonly string[], classes = ""): string {
  return `<div data-block class="${classes}">${lines.join("<br>")}</div>`;
}

/** Text below its label, which may be read as a heading, as a block or as the first line. */
export function labelled(label: string, lines: readonly string[]): string {
  return `<div><div data-maybe class="label">${label}</div>${block(lines)}</div>`;
}

export function paragraphs({ random, words }: Setting, count: number): string {
  const sentences = random.shuffled(words.sentences);
  return Array.from({ length: count }, (_, at) => {
    const own = sentences.slice(2 * at, 2 * at + random.int(1, 2));
    return own.length === 0 ? "" : `<p data-block>${own.join(" ")}</p>`;
  }).join("");
}

/** Labels with their values: in two columns, in lines, each value under its label, or two pairs in a line. */
export function pairs(all: readonly Pair[], look: BusinessLook, kind = look.pairs): string {
  const colon = look.hasColons && kind !== "under" ? ":" : "";
  const own = all.map(([label, value]) => {
    const [one, other] = [
      `<span class="label" data-label>${label}${colon}</span>`,
      `<span class="value" data-value>${value}</span>`,
    ];
    if (kind === "lines") return `<div data-pair>${one} ${other}</div>`;
    if (kind === "under") return `<div data-pair>${one}<br>${other}</div>`;
    return `<div data-pair style="display: contents">${one}${other}</div>`;
  });
  return `<div class="${kind}">${own.join("")}</div>`;
}

export function address({ random, words }: Setting): readonly string[] {
  const company = random.pick(words.companies);
  const person = random.pick(words.people);
  const name = random.chance(0.3) ? [person] : random.chance(0.5) ? [company, person] : [company];
  return [...name, random.pick(words.streets), random.pick(words.towns)];
}

export function letterhead(setting: Setting): string {
  const { random, words } = setting;
  const company = random.pick(words.companies);
  const where = [random.pick(words.streets), random.pick(words.towns)];
  const ways = ["+49 40 555 0134", "post@example.com", "www.example.com"];
  const name = `<div data-maybe style="font-size: ${random.pick([1.2, 1.7, 2.4])}em; font-weight: ${random.pick(["bold", "normal"])}">${company}</div>`;
  const kinds = [
    () => `<div class="row">${name}${block([...where, ...ways], "small")}</div>`,
    () => `<div class="row"><div>${name}${block([[...where, ways[0]].join(" · ")], "small")}</div></div>`,
    () =>
      `<div class="row" style="text-align: right; justify-content: end"><div>${name}${block([...where, ...ways])}</div></div>`,
    () =>
      `<div class="row"><svg width="90" height="34"><rect width="90" height="34" rx="6" fill="#2b4a6b"/></svg>${block([company, ...where], "small")}</div>`,
  ] as const;
  return random.pick(kinds)();
}

/** The sender in a small line above the address, beside the facts of the document. */
export function addressAndFacts(setting: Setting, facts: readonly Pair[]): string {
  const { random, words, look } = setting;
  const sender = random.chance(0.5)
    ? block(
        [[random.pick(words.companies), random.pick(words.streets), random.pick(words.towns)].join(" · ")],
        "small",
      )
    : "";
  const receiver = address(setting);
  const isBeside = random.chance(0.75);
  const own = `<div>${sender}${random.chance(0.3) ? labelled(words.label("billTo"), receiver) : block(receiver)}</div>`;
  const set = pairs(facts, look);
  return isBeside && look.pairs !== "double"
    ? `<div class="row">${own}${set}</div>`
    : `<div class="row">${own}</div>${set}`;
}

export function parties(setting: Setting): string {
  const labels = setting.random.some<Label>(["soldBy", "billTo", "shipTo"], setting.random.int(2, 3));
  const own = labels.map((label) => labelled(setting.words.label(label), address(setting)));
  return `<div class="row">${own.join("")}</div>`;
}

export function footer(setting: Setting): string {
  const { random, words } = setting;
  const company = random.pick(words.companies);
  const columns = [
    [company, random.pick(words.streets), random.pick(words.towns)],
    [
      `${words.label("bank")} Example`,
      `${words.label("iban")} DE89 3704 0044 0532 0130 00`,
      "BIC COBADEFFXXX",
    ],
    [`${words.label("vat")} DE123456789`, "HRB 4711", random.pick(words.people)],
  ];
  return random.chance(0.65)
    ? `<footer>${columns
        .slice(0, random.int(2, 3))
        .map((lines) => block(lines))
        .join("")}</footer>`
    : "";
}

export interface Column {
  readonly head: string;
  readonly kind: "number" | "short" | "text";
  readonly place?: "middle";
}

/** A table of cells, of which one with several lines has them in an array; a row of one cell is a title of rows. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly (string | readonly string[])[])[],
  hasHead = true,
): string {
  const head = hasHead
    ? `<tr class="head">${columns.map(({ head: text, kind }) => `<td class="${kind}">${text}</td>`).join("")}</tr>`
    : "";
  const body = rows.map((cells, index) => {
    const own = cells.map((content, at) => {
      const { kind = "text", place = "" } = columns[at] ?? {};
      const [first, ...rest] = typeof content === "string" ? [content] : content;
      const lines = rest.map((line) => `<br><span class="detail">${line}</span>`).join("");
      return `<td class="${kind} ${place}">${first ?? ""}${lines}</td>`;
    });
    const rest = "<td></td>".repeat(columns.length - cells.length);
    const classes = cells.length === 1 ? "section" : index % 2 === 0 ? "even" : "odd";
    return `<tr class="${classes}">${own.join("")}${rest}</tr>`;
  });
  return `<table>${head}${body.join("")}</table>`;
}

export function totals({ words, look }: Setting, sum: number): string {
  const money = (value: number): string => `${words.money(value)} ${words.currency}`;
  const own: readonly Pair[] = [
    [words.label("subtotal"), money(sum)],
    [words.label("tax"), money(sum * 0.2)],
    [words.label("total"), money(sum * 1.2)],
  ];
  return pairs(own, look, "columns").replace('class="columns"', 'class="columns totals"');
}
