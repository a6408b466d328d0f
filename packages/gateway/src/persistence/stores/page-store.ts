import type {
  PageDetail,
  PageLines,
  PageStore,
  PageSummary,
  PageWording,
  StorableOutcome,
  StoredPage,
} from "@galley/core/domain";
import { z } from "zod";
import { PageEntity, rowOf, storedPageOf } from "../entities/page-entity.ts";
import { Float32Bytes, Float64Bytes, StorableJson } from "../columns.ts";
import { prepared, rowsOf, unread } from "../../prepared-statements.ts";
import { tableOf } from "../table.ts";
import { storable } from "../storable-text.ts";
import { correctedPages } from "./corrected-pages.ts";
import { pageStructures } from "./page-structures.ts";
import { AS_RECORDS, type Run } from "./run.ts";

/** Rows per statement. There is one prepared statement for each number of rows. */
const ROWS_AT_ONCE = 32;

const table = tableOf(PageEntity);
const IN_ORDER = "where job_id = $1 and number > $2 order by number limit $3";
const inOrder = table.select(IN_ORDER);
/** Of the given jobs, up to the given last page of each. */
const outlines = table.select(
  `, unnest($1::uuid[], $2::int[]) as part (id, last)
   where job_id = part.id and number > $3 and number <= part.last order by job_id, number`,
  {
    text: "''",
    lines: "''::bytea",
    words: "''::bytea",
    facts: `case when ok then facts || '{"rules": [], "images": []}' else facts end`,
  },
);
const inOrderForText = table.select(IN_ORDER, {
  words: `case when facts ->> 'textSource' = 'native' and not facts ? 'recognisers' then '' else words end`,
});

export function createPageStore(run: Run): PageStore {
  return {
    insert: (jobId, outcomes) => insertPages(run, jobId, outcomes),

    insertNew: (jobId, outcomes) => insertNewPages(run, jobId, outcomes),

    numbers: (jobId) =>
      run(async (em) => {
        const rows = await em.find(
          PageEntity,
          { jobId },
          { ...AS_RECORDS, fields: ["number"], orderBy: { number: "asc" } },
        );
        return rows.map(({ number }) => number);
      }),

    failures: (jobId) => run((em) => rowsOf<Pick<PageSummary, "number" | "message">>(em, FAILURES, [jobId])),

    summaries: (jobId) => run((em) => rowsOf<PageSummary>(em, SUMMARIES, [jobId])),

    lines: (jobId) => run(async (em) => (await em.execute<LinesRow[]>(LINES, [jobId])).map(pageLinesOf)),

    wordings: (jobId) =>
      run(async (em) => (await em.execute<WordingRow[]>(WORDINGS, [jobId])).map(pageWordingOf)),

    ...pageStructures(run),

    async words(jobId, numbers) {
      if (numbers.length === 0) return new Map();
      return run(async (em) => {
        const rows = await em.execute<WordsRow[]>(WORDS, [jobId, [...numbers]]);
        return new Map(rows.map(({ number, words }) => [number, WORDS_TYPE.convertToJSValue(words)]));
      });
    },

    find: (jobId, number) =>
      run(async (em) => {
        const row = await em.findOne(PageEntity, { jobId, number }, AS_RECORDS);
        return row ? storedPageOf(row) : undefined;
      }),

    list: (jobId, { after, limit }) =>
      run(async (em) => (await inOrder(em, [jobId, after, limit])).map(storedPageOf)),

    listForText: (jobId, { after, limit }) =>
      run(async (em) => (await inOrderForText(em, [jobId, after, limit])).map(storedPageOf)),

    listOfJobs: (jobIds, range) => listOfJobs(run, jobIds, range),

    listSince: (jobId, { after, limit }) =>
      run(async (em) => {
        const where = { jobId, sequence: { $gt: after } };
        const rows = await em.find(PageEntity, where, { ...AS_RECORDS, orderBy: { sequence: "asc" }, limit });
        return rows.map(storedPageOf);
      }),

    ...correctedPages(run),

    forgetText: (jobId) =>
      run(async (em) => {
        await em.execute(FORGET_TEXT, [jobId]);
        await em.execute("delete from page_contents where job_id = ?", [jobId]);
      }),
  };
}

/**
 * The first statement finds the end of each job's part, so that the second can read all parts from the index.
 */
function listOfJobs(
  run: Run,
  jobIds: readonly string[],
  { after, limit, detail }: { after: number; limit: number; detail: PageDetail },
): Promise<readonly StoredPage[]> {
  if (jobIds.length === 0) return Promise.resolve([]);
  return run(async (em) => {
    const ends = lastNumbersSchema.parse(await em.execute(LAST_NUMBERS, [after, limit, [...jobIds]]));
    if (ends.length === 0) return [];
    if (detail === "outline") {
      const rows = await outlines(em, [ends.map(({ id }) => id), ends.map(({ last }) => last), after]);
      return rows.map(storedPageOf);
    }
    const parts = ends.map(({ id, last }) => ({ jobId: id, number: { $gt: after, $lte: last } }));
    const orderBy = [{ jobId: "asc" }, { number: "asc" }] as const;
    const rows = await em.find(PageEntity, { $or: parts }, { ...AS_RECORDS, orderBy: [...orderBy] });
    return rows.map(storedPageOf);
  });
}

const lastNumbersSchema = z.array(z.object({ id: z.uuid(), last: z.int() }));

const LAST_NUMBERS = `
  select wanted.id, max(part.number) as last
  from job wanted
  cross join lateral (
    select number from page where job_id = wanted.id and number > ? order by number limit ?
  ) part
  where wanted.id in (?)
  group by wanted.id`;

function insertPages(run: Run, jobId: string, outcomes: readonly StorableOutcome[]): Promise<number> {
  return run(async (em) => {
    let inserted = 0;
    for (const rows of rowsAtOnce(jobId, outcomes)) {
      const sql = prepared(`${insertionOf(rows.length)} returning number`);
      inserted += (await rowsOf(em, sql, rows.flat())).length;
    }
    return inserted;
  });
}

function insertNewPages(run: Run, jobId: string, outcomes: readonly StorableOutcome[]): Promise<void> {
  return run(async (em) => {
    for (const rows of rowsAtOnce(jobId, outcomes)) {
      await rowsOf(em, unread(insertionOf(rows.length)), rows.flat());
    }
  });
}

function* rowsAtOnce(
  jobId: string,
  outcomes: readonly StorableOutcome[],
): Generator<readonly (readonly unknown[])[]> {
  for (let start = 0; start < outcomes.length; start += ROWS_AT_ONCE) {
    yield outcomes.slice(start, start + ROWS_AT_ONCE).map((outcome) => columnsOf(jobId, outcome));
  }
}

const INSERTED_COLUMNS = ["job_id", "number", "ok", "facts", "text", "lines", "words", "structure"] as const;

/** The same text for the same number of rows, so that it can be prepared. */
function insertionOf(rows: number): string {
  const width = INSERTED_COLUMNS.length;
  const row = (index: number): string =>
    `(${INSERTED_COLUMNS.map((_, column) => `$${index * width + column + 1}`).join(", ")})`;
  const values = [...Array(rows).keys()].map(row).join(", ");
  return `insert into page (${INSERTED_COLUMNS.join(", ")}) values ${values} on conflict do nothing`;
}

const FAILURES = prepared(`
  select number, facts ->> 'message' as message from page where job_id = $1 and not ok order by number`);

const FACTS_TYPE = new StorableJson();

/** The values of `INSERTED_COLUMNS` as query parameters: inlining them would cost several times as much. */
function columnsOf(jobId: string, outcome: StorableOutcome): readonly unknown[] {
  const { facts, text, lines, words, structure, ok, number } = rowOf(jobId, outcome);
  return [
    jobId,
    number,
    ok,
    FACTS_TYPE.convertToDatabaseValue(facts),
    storable(text),
    lines,
    words,
    structure,
  ];
}

/** Extracts only the requested facts: rules and images of a drawing are far larger. */
const SUMMARIES = prepared(`
  select number, ok, facts ->> 'message' as message, (facts ->> 'seconds')::float8 as seconds
  from page where job_id = $1 order by number`);

const LINES = `
  select number, ok, (facts ->> 'height')::float8 as height, lines
  from page where job_id = ? order by number`;

interface LinesRow {
  readonly number: number;
  readonly ok: boolean;
  readonly height: number;
  readonly lines: Uint8Array;
}

function pageLinesOf({ number, ok, height, lines }: LinesRow): PageLines {
  return ok ? { number, ok, height, lines: LINES_TYPE.convertToJSValue(lines) } : { number, ok };
}

const LINES_TYPE = new Float32Bytes();

const WORDINGS = `
  select number, ok, text, facts ->> 'textSource' as "textSource"
  from page where job_id = ? order by number`;

type WordingRow = Omit<Extract<PageWording, { ok: true }>, "ok"> & { readonly ok: boolean };

function pageWordingOf({ number, ok, text, textSource }: WordingRow): PageWording {
  return ok ? { number, ok, text, textSource } : { number, ok };
}

const WORDS = "select number, words from page where job_id = ? and number in (?)";

interface WordsRow {
  readonly number: number;
  readonly words: Uint8Array;
}

const WORDS_TYPE = new Float64Bytes();

const FORGET_TEXT = `
  update page
  set text = regexp_replace(text, '[^\\n]+', '', 'g'),
      words = '',
      structure = null,
      facts = facts || '{"fields": [], "checkMarks": []}'
  where job_id = ? and ok`;
