import {
  compressedOutcome,
  type PageOutcome,
  type StorableOutcome,
  type StoredPage,
} from "@galley/core/domain";
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

/** The values of a new page's columns; the numbers of `lines` and `words` are compressed. */
interface PageRow extends Omit<PageEntity, "sequence" | "lines" | "words" | "structure"> {
  readonly lines: Uint8Array;
  readonly words: Uint8Array;
  readonly structure: string | null;
}

/** A failed page has no text. */
const NOTHING = { text: "", lines: new Uint8Array(), words: new Uint8Array(), structure: null };

export function rowOf(jobId: string, outcome: StorableOutcome): PageRow {
  const page = compressedOutcome(outcome);
  const { number, ok } = page;
  if (!page.ok) return { jobId, number, ok, facts: page, ...NOTHING };
  const { compressed: _, text, lines, words, structure = null, ...facts } = page;
  return { jobId, number, ok, facts, text, lines, words, structure };
}

export function storedPageOf({ jobId, sequence, facts, text, lines, words }: PageEntity): StoredPage {
  return { jobId, sequence, outcome: facts.ok ? { ...facts, text, lines, words } : facts };
}
