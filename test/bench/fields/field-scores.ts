import type { FieldsResult, FieldValue } from "@galley/fields";

const OUTCOMES = ["right", "wrong", "missed", "invented"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** From this confidence on, 98 of 100 values are to be right. */
const CERTAIN = 0.9;

interface Truth {
  readonly truth: Readonly<Record<string, unknown>>;
  readonly milliseconds: number;
}

/** Counts by field what became of the true values. */
export class FieldScores {
  readonly #counts = new Map<string, Map<Outcome, number>>();
  #certain = 0;
  #certainWrong = 0;
  #right = 0;
  #milliseconds = 0;
  #documents = 0;
  #faults: string[] = [];

  /** Counts a document; returns a line for each value that is not right. */
  add({ data, fields }: FieldsResult, { truth, milliseconds }: Truth): readonly string[] {
    this.#faults = [];
    this.#documents += 1;
    this.#milliseconds += milliseconds;
    const hidden = new Set(Array.isArray(truth["not_printed"]) ? truth["not_printed"] : []);
    for (const [name, value] of Object.entries(truth)) {
      if (name === "not_printed" || hidden.has(name) || !Object.hasOwn(data, name)) continue;
      if (Array.isArray(value)) this.#addRows(value, { rows: data[name], hidden });
      else
        this.#addValue(name, value, { found: data[name] ?? null, confidence: fields[name]?.confidence ?? 0 });
    }
    return this.#faults;
  }

  table(): string {
    const lines = [...this.#counts].map(([name, counts]) => {
      const [right = 0, wrong = 0, missed = 0, invented = 0] = OUTCOMES.map((one) => counts.get(one) ?? 0);
      const share = right / Math.max(1, right + wrong + missed);
      return `${name.padEnd(16)} ${share.toFixed(3)}  right ${right}, wrong ${wrong}, missed ${missed}, invented ${invented}`;
    });
    const certain = `certain values right: ${(1 - this.#certainWrong / Math.max(1, this.#certain)).toFixed(3)} of ${this.#certain}, which are ${((this.#certain - this.#certainWrong) / Math.max(1, this.#right)).toFixed(3)} of all right values`;
    const time = `CPU for fields: ${(this.#milliseconds / Math.max(1, this.#documents)).toFixed(1)} ms a document, ${this.#documents} documents`;
    return [...lines, certain, time].join("\n");
  }

  #addValue(name: string, value: unknown, { found, confidence }: FoundField): void {
    const isRight = found !== null && isSame(found, value);
    if (value === null) {
      if (found !== null) this.#fault(name, "invented", { found, value, confidence });
      return;
    }
    if (isRight) this.#count(name, "right");
    else this.#fault(name, found === null ? "missed" : "wrong", { found, value, confidence });
    if (isRight) this.#right += 1;
    if (found === null || confidence < CERTAIN) return;
    this.#certain += 1;
    if (!isRight) this.#certainWrong += 1;
  }

  /** A row is right if all its printed values are. */
  #addRows(truth: readonly unknown[], { rows, hidden }: FoundRows): void {
    const found = Array.isArray(rows) ? rows : [];
    for (const [at, row] of truth.entries()) {
      const read: unknown = found[at];
      const isWhole = Object.entries(row ?? {}).every(
        ([key, value]) =>
          value === null || hidden.has(`lines[${at}].${key}`) || isSame(valueAt(read, key), value),
      );
      if (isWhole) this.#count("rows", "right");
      else this.#fault("rows", read === undefined ? "missed" : "wrong", { found: read, value: row });
    }
    for (const extra of found.slice(truth.length))
      this.#fault("rows", "invented", { found: extra, value: null });
  }

  #fault(name: string, outcome: Outcome, fault: object): void {
    this.#count(name, outcome);
    this.#faults.push(`${name} ${outcome} ${JSON.stringify(fault)}`);
  }

  #count(name: string, outcome: Outcome): void {
    const counts = this.#counts.get(name) ?? new Map<Outcome, number>();
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    this.#counts.set(name, counts);
  }
}

interface FoundField {
  readonly found: FieldValue;
  readonly confidence: number;
}

interface FoundRows {
  readonly rows: FieldValue | undefined;
  readonly hidden: ReadonlySet<unknown>;
}

function valueAt(row: unknown, key: string): unknown {
  return typeof row === "object" && row !== null
    ? Object.entries(row).find(([name]) => name === key)?.[1]
    : undefined;
}

/** Amounts to the cent; texts by letters and digits; dates and amounts of receipts as they are printed. */
function isSame(found: unknown, value: unknown): boolean {
  if (typeof found === "number")
    return Math.abs(found - Number(String(value).replaceAll(/[^\d.-]/gu, ""))) < 0.006;
  if (typeof found !== "string" || typeof value !== "string") return found === value;
  return plain(found) === plain(value) || found === dayOf(value);
}

function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** "25/12/2018", "29 MAR 2018" and "25/FEB/2017" as YYYY-MM-DD; "" for other texts. */
function dayOf(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})/u.exec(text) ?? [];
  if (day !== undefined)
    return `${year?.padStart(4, "20")}-${month?.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = Date.parse(`${text.replaceAll(/[/-]/gu, " ")} UTC`);
  return Number.isNaN(time) ? "" : new Date(time).toISOString().slice(0, 10);
}
