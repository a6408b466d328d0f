import { boxAround, type Rect } from "../geometry/rect.ts";

/** What is decided about a page. */
export const QUESTIONS = [
  "text_source",
  "tags",
  "drawing",
  "gutter",
  "column",
  "table",
  "row",
  "header_rows",
  "paragraph",
  "heading",
  "list",
  "footnote",
  "caption",
  "running_header",
  "continuation",
] as const;
export type Question = (typeof QUESTIONS)[number];

/** A fact that was weighed or compared. */
export interface Reason {
  /** What was measured, such as "lines on the left". */
  readonly fact: string;
  readonly value?: number | string;
  /** What the value was compared with, such as "at least 3". */
  readonly limit?: string;
  /** What the fact adds to the score. */
  readonly weight?: number;
}

/** A candidate and what became of it. */
export interface Decision {
  readonly question: Question;
  readonly accepted: boolean;
  /** A short sentence: what was found, or why the candidate was rejected. */
  readonly outcome: string;
  /** The candidate's place on the page, in points. */
  readonly box: Rect;
  /** Accepted from `threshold` on; absent if a rule decides without a score. */
  readonly score?: number;
  readonly threshold?: number;
  readonly reasons: readonly Reason[];
}

/** The sum of what each fact adds. */
export function scoreOf(weights: Readonly<Record<string, number>>): number {
  return Object.values(weights).reduce((sum, weight) => sum + weight, 0);
}

/** Bounds the log of a hostile page; ordinary pages have a few hundred decisions. */
const MAX_DECISIONS = 3000;

/** The decisions about one page of a document. */
export class DecisionLog {
  /** Counted from 1. */
  readonly page: number;
  /** Places in the coordinates of the text that is being read, on the page. */
  onPage: (box: Rect) => Rect = (box) => box;
  /** Decisions beyond `MAX_DECISIONS`. */
  omitted = 0;
  readonly #decisions = new Map<string, Decision>();

  constructor(page: number) {
    this.page = page;
  }

  get decisions(): readonly Decision[] {
    return [...this.#decisions.values()];
  }

  /** Records a decision; the same one about the same place counts once, since some candidates are tried again. */
  record(decision: Decision): void {
    const { question, outcome, box } = decision;
    const key = [question, outcome, ...[box.x0, box.y0, box.x1, box.y1].map(Math.round)].join(" ");
    if (this.#decisions.has(key)) return;
    if (this.#decisions.size < MAX_DECISIONS) this.#decisions.set(key, decision);
    else this.omitted++;
  }

  /** Records a decision about a page of the document, if it is the logged one. */
  recordOn(page: number, decision: Decision): void {
    if (page === this.page) this.record(decision);
  }
}

/** The place of a decision about what is in boxes; the corner of the page if there are none. */
export function placeOf(boxes: readonly Rect[]): Rect {
  return boxAround(boxes) ?? { x0: 0, y0: 0, x1: 0, y1: 0 };
}

/** Where decisions are recorded while `withDecisions` runs; without a log, a decision costs one comparison. */
export const deciding: { log: DecisionLog | undefined } = { log: undefined };

/** Runs `work`, which is not asynchronous, and records its decisions. */
export function withDecisions<T>(log: DecisionLog | undefined, work: () => T): T {
  const outer = deciding.log;
  deciding.log = log;
  try {
    return work();
  } finally {
    deciding.log = outer;
  }
}
