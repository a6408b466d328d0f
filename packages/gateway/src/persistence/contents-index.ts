import { wordsOf, type ContentsIndex, type TermPart } from "@galley/core/domain";
import type { EntityManager, MikroORM } from "@mikro-orm/postgresql";
import { JobEntity } from "./entities/job-entity.ts";
import { prepared, rowsOf, unread } from "../prepared-statements.ts";
import { tableOf } from "./table.ts";
import { whileReachable } from "./unavailable.ts";

/** Documents and pages of one transaction: some tens of milliseconds. */
const [JOBS_AT_ONCE, PAGES_AT_ONCE] = [20, 100];

/** The newest pages that have all words of a term; phrases are looked for in them. */
const CANDIDATES = 2000;

/** Limits of PostgreSQL for a text in its index. */
const [MAX_POSITION, MAX_PLACES, MAX_LEXEME_BYTES] = [16_383, 255, 600_000];

/** Where other forms of a word begin: those of the languages for which PostgreSQL has rules. */
const STEMMERS = ["english", "german", "french", "spanish", "italian", "portuguese", "dutch", "russian"];
/** A shorter stem begins too many other words. */
const [LEAST_STEM, MOST_CUT] = [4, 4];

const jobs = tableOf(JobEntity);
const jobsById = jobs.select("where id = any ($1)");

/** The index of the texts of all pages, in PostgreSQL. */
export function createContentsIndex(orm: MikroORM): ContentsIndex {
  return {
    find: ({ organizationId, term, before, limit, now }) =>
      whileReachable(async () => {
        const em = orm.em.fork();
        const stems = await stemsOf(em, term);
        const places = [candidateQuery(term, stems), phraseQuery(term)];
        const parameters = [organizationId, ...places, before ?? null, now.toISOString(), limit];
        const rows = await rowsOf<FoundRow>(em, FIND, parameters);
        const found = await jobsById(em, [[...new Set(rows.map(({ jobId }) => jobId))]]);
        const byId = new Map(found.map((job) => [job.id, job]));
        const pages = rows.flatMap(({ jobId, sequence, ...row }) => {
          const job = byId.get(jobId);
          return job === undefined ? [] : [{ ...row, job, sequence: Number(sequence) }];
        });
        return { pages, stems: [...stems.values()].flat() };
      }),

    indexSome: () => whileReachable(() => orm.em.fork().transactional((em) => indexSome(em))),
  };
}

interface FoundRow {
  readonly jobId: string;
  readonly page: number;
  readonly sequence: string;
  readonly text: string;
}

/** The words alone are looked up in the index; only pages that have them all are read for phrases. */
const FIND = prepared(`
  with candidate as materialized (
    select job_id, number, sequence from page_contents
    where organization_id = $1 and words @@ $2::tsquery and ($4::bigint is null or sequence < $4)
    order by sequence desc limit ${CANDIDATES}
  )
  select page.job_id as "jobId", page.number as page, page.sequence, page.text
  from candidate
  join job on job.id = candidate.job_id and (job.text_expires_at > $5 or job.keep_for_search)
  join page on page.job_id = candidate.job_id and page.number = candidate.number
  where $3::text is null or exists (
    select from page_contents found
    where found.job_id = candidate.job_id and found.number = candidate.number and found.words @@ $3::tsquery)
  order by candidate.sequence desc limit $6`);

type Stems = ReadonlyMap<string, readonly string[]>;

async function stemsOf(em: EntityManager, term: readonly TermPart[]): Promise<Stems> {
  const words = term.flatMap((part) => (part.isPrefix && part.words.length === 1 ? part.words : []));
  if (words.length === 0) return new Map();
  const rows = await rowsOf<{ word: string; stems: readonly string[] }>(em, STEMS, [words, STEMMERS]);
  return new Map(
    rows.map(({ word, stems }) => [
      word,
      stems.filter(
        (stem) =>
          stem !== word &&
          stem.length >= Math.max(LEAST_STEM, word.length - MOST_CUT) &&
          word.startsWith(stem),
      ),
    ]),
  );
}

const STEMS = prepared(`
  select word, array_agg(distinct stem) as stems
  from unnest($1::text[]) word, unnest($2::text[]) language,
    unnest(ts_lexize((language || '_stem')::regdictionary, word)) stem
  group by word`);

/** All words, wherever they are on the page. */
function candidateQuery(term: readonly TermPart[], stems: Stems): string {
  return term
    .map(({ words, isPrefix }) =>
      words
        .map((word, at) => {
          const forms = isPrefix && at === words.length - 1 ? [word, ...(stems.get(word) ?? [])] : undefined;
          return forms ? `(${forms.map((form) => `'${form}':*`).join(" | ")})` : `'${word}'`;
        })
        .join(" & "),
    )
    .join(" & ");
}

/** The words that follow one another; null if there are none. */
function phraseQuery(term: readonly TermPart[]): string | null {
  const phrases = term
    .filter(({ words }) => words.length > 1)
    .map(({ words, isPrefix }) =>
      words.map((word, at) => `'${word}'${isPrefix && at === words.length - 1 ? ":*" : ""}`).join(" <-> "),
    );
  return phrases.length === 0 ? null : phrases.join(" & ");
}

/** Several processes share the work: each takes other documents. */
async function indexSome(em: EntityManager): Promise<number> {
  const taken = await rowsOf<{ id: string }>(em, TAKE, [JOBS_AT_ONCE]);
  const ids = taken.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await rowsOf(em, FORGET_OLD, [ids]);
  // Locked, so that a text is not deleted meanwhile.
  const kept = await rowsOf<{ id: string }>(em, LOCK_KEPT, [ids]);
  for (let after: PageRow | undefined; ;) {
    const parameters = [kept.map(({ id }) => id), after?.job ?? ZERO_ID, after?.number ?? 0, PAGES_AT_ONCE];
    const pages = await rowsOf<PageRow>(em, PAGES, parameters);
    await insertPages(em, pages);
    after = pages.at(-1);
    if (pages.length < PAGES_AT_ONCE) return ids.length;
  }
}

interface PageRow {
  readonly job: string;
  readonly number: number;
  readonly organization: string;
  readonly sequence: string;
  readonly text: string;
}

const ZERO_ID = "00000000-0000-0000-0000-000000000000";

const TAKE = prepared(`
  delete from unindexed_job where id in (
    select id from unindexed_job order by id limit $1 for update skip locked)
  returning id`);
const FORGET_OLD = unread("delete from page_contents where job_id = any ($1)");
const LOCK_KEPT = prepared(`
  select id from job where id = any ($1) and (text_expires_at is not null or keep_for_search) order by id for share`);
const PAGES = prepared(`
  select page.job_id as job, page.number, job.organization_id as organization, page.sequence, page.text
  from page join job on job.id = page.job_id
  where page.job_id = any ($1) and (page.job_id, page.number) > ($2::uuid, $3) and page.ok
  order by page.job_id, page.number limit $4`);
const INSERT = unread(`
  insert into page_contents (job_id, number, organization_id, sequence, words)
  select job, number, organization, sequence, words::tsvector
  from unnest($1::uuid[], $2::int[], $3::uuid[], $4::bigint[], $5::text[])
    as page (job, number, organization, sequence, words)`);

async function insertPages(em: EntityManager, pages: readonly PageRow[]): Promise<void> {
  const indexed = pages
    .map((page) => ({ ...page, words: lexemesOf(page.text) }))
    .filter(({ words }) => words !== "");
  if (indexed.length === 0) return;
  await rowsOf(em, INSERT, [
    indexed.map(({ job }) => job),
    indexed.map(({ number }) => number),
    indexed.map(({ organization }) => organization),
    indexed.map(({ sequence }) => sequence),
    indexed.map(({ words }) => words),
  ]);
}

/** The words of a text with their places, as PostgreSQL writes them: `'invoice':1,7 'total':3`. */
export function lexemesOf(text: string): string {
  const places = new Map<string, number[]>();
  let [position, bytes] = [0, 0];
  for (const { word } of wordsOf(text)) {
    if (position < MAX_POSITION) position++;
    const known = places.get(word);
    if (known === undefined) {
      bytes += Buffer.byteLength(word);
      if (bytes > MAX_LEXEME_BYTES) break;
      places.set(word, [position]);
    } else if (known.length < MAX_PLACES && known.at(-1) !== position) known.push(position);
  }
  return Array.from(places, ([word, at]) => `'${word}':${at.join(",")}`).join(" ");
}
