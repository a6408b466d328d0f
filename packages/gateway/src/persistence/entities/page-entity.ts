import type { PageOutcome, StoredPage } from "@galley/core/domain";
import { defineEntity, p } from "@mikro-orm/core";
import { Float32Bytes, Float64Bytes, StorableJson, StorableText } from "../columns.ts";

type PageRead = Extract<PageOutcome, { ok: true }>;
export type PageFailed = Extract<PageOutcome, { ok: false }>;

/**
 * Large values, and those erased after delivery, have columns of their own; the rest of an outcome is one
 * value.
 */
type PageFacts = Omit<PageRead, "text" | "lines" | "words" | "structure"> | PageFailed;

const schema = defineEntity({
  name: "PageEntity",
  tableName: "page",
  properties: {
    jobId: p.uuid().primary(),
    number: p.integer().primary(),
    sequence: p.bigint("number").autoincrement(),
    ok: p.boolean(),
    facts: p.json<PageFacts>().type(StorableJson),
    text: p.text().type(StorableText),
    lines: p.type(Float32Bytes),
    words: p.type(Float64Bytes),
    // Read only where it is asked for: it is as large as the text and the words together.
    structure: p.text().nullable().lazy(),
  },
});

export class PageEntity extends schema.class {}
schema.setClass(PageEntity);

export interface PageRow extends Omit<PageEntity, "sequence" | "structure"> {
  readonly structure: string | null;
}

/** A failed page has no text. */
const NOTHING = { text: "", lines: new Float32Array(), words: new Float64Array(), structure: null };

export function rowOf(jobId: string, outcome: PageOutcome): PageRow {
  const { number, ok } = outcome;
  if (!outcome.ok) return { jobId, number, ok, facts: outcome, ...NOTHING };
  const { text, lines, words, structure = null, ...facts } = outcome;
  return { jobId, number, ok, facts, text, lines, words, structure };
}

export function storedPageOf({ jobId, sequence, facts, text, lines, words }: PageEntity): StoredPage {
  return { jobId, sequence, outcome: facts.ok ? { ...facts, text, lines, words } : facts };
}
