import type { CorrectablePage, PageStore } from "@galley/core/domain";
import { Float64Bytes, StorableJson } from "../columns.ts";
import { prepared, rowsOf, unread } from "../../prepared-statements.ts";
import { storable } from "../storable-text.ts";
import type { Run } from "./run.ts";

/** A page is stored as it was corrected; how it was read is a row of a table of its own, from the first correction on. */
export function correctedPages(run: Run): Pick<PageStore, "correct" | "asRead" | "forgetOriginals"> {
  return {
    correct: (jobId, number, { text, words, fields, structure = null }) =>
      run(async (em) => {
        await rowsOf(em, KEEP, [jobId, number]);
        await rowsOf(em, CORRECT, [
          jobId,
          number,
          storable(text),
          WORDS_TYPE.convertToDatabaseValue(words),
          FIELDS_TYPE.convertToDatabaseValue({ fields }),
          structure === null ? null : storable(structure),
        ]);
      }),

    async asRead(jobId, numbers) {
      if (numbers.length === 0) return new Map();
      return run(async (em) => {
        const rows = await rowsOf<ReadRow>(em, AS_READ, [jobId, numbers]);
        return new Map(rows.map((row) => [row.number, contentOf(row)]));
      });
    },

    forgetOriginals: (jobId) =>
      run(async (em) => {
        await rowsOf(em, FORGET, [jobId]);
      }),
  };
}

const WORDS_TYPE = new Float64Bytes();
const FIELDS_TYPE = new StorableJson();

const FORGET = unread("delete from page_as_read where job_id = $1");

const KEEP = unread(`
  insert into page_as_read (job_id, number, text, words, fields, structure)
  select job_id, number, text, words, facts -> 'fields', structure
  from page where job_id = $1 and number = $2 and ok
  on conflict do nothing`);

const CORRECT = unread(`
  update page set text = $3, words = $4, facts = facts || $5::jsonb, structure = $6
  where job_id = $1 and number = $2 and ok`);

const AS_READ = prepared(`
  select page.number,
    coalesce(original.text, page.text) as text,
    coalesce(original.words, page.words) as words,
    coalesce(original.fields, page.facts -> 'fields')::text as fields,
    case when original.number is null then page.structure else original.structure end as structure
  from page left join page_as_read original using (job_id, number)
  where page.job_id = $1 and page.number = any ($2) and page.ok`);

interface ReadRow {
  readonly number: number;
  readonly text: string;
  /** JSON. */
  readonly fields: string;
  readonly words: Uint8Array;
  readonly structure: string | null;
}

function contentOf({ text, words, structure, ...row }: ReadRow): CorrectablePage {
  const fields: CorrectablePage["fields"] = JSON.parse(row.fields);
  const content = { text, words: WORDS_TYPE.convertToJSValue(words), fields };
  return structure === null ? content : { ...content, structure };
}
