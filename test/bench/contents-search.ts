import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { createContents } from "@galley/core/domain";
import { aJob, anOrganization, aPageRead } from "@galley/core/testing";
import { createContentsIndex, createRecordsOnly, migratedOrm, startEmbeddedPostgres } from "galley/testing";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { print, printTable } from "./measures/print-table.ts";

/**
 * How long the search in the texts of all documents takes, and indexing them: documents of one page with 300 words, whose
 * frequencies are those of a language (Zipf). `--documents 100000` by default.
 */

const { values } = parseArgs({ options: { documents: { type: "string", default: "100000" } } });
const DOCUMENTS = Number(values.documents);
const WORDS = 300;
const VOCABULARY = 50_000;
const AT_ONCE = 2000;
const ROUNDS = 7;

const word = (rank: number): string => `w${rank.toString(36)}${(rank * 7919).toString(36)}`;

/** Few words are in most texts, most words in few. */
function someText(): string {
  const words = Array.from({ length: WORDS }, () => word(Math.floor(VOCABULARY ** Math.random())));
  return words.map((one, at) => (at % 10 === 9 ? `${one}\n` : `${one} `)).join("");
}

await using opened = new AsyncDisposableStack();
const folder = opened.use(temporaryFolder());
const { url } = opened.use(await startEmbeddedPostgres(folder.path, { durable: true }));
const orm = opened.adopt(await migratedOrm(url), (open) => open.close());
const organization = anOrganization();
const template = aJob(organization.id, {
  status: "processed",
  settledAt: new Date(),
  textExpiresAt: new Date(Date.now() + 86_400_000),
});
await createRecordsOnly(orm).transaction(async (records) => {
  await records.organizations.insert(organization);
  await records.jobs.insert(template);
  await records.pages.insert(template.id, [aPageRead(1)]);
});
const em = orm.em.fork();
const columns = async (table: string): Promise<readonly string[]> => {
  const rows = await em.execute<{ column_name: string }[]>(
    "select column_name from information_schema.columns where table_name = ? and is_generated = 'NEVER'",
    [table],
  );
  return rows.map(({ column_name }) => `"${column_name}"`);
};
const copied = async (table: string, changed: Readonly<Record<string, string>>): Promise<string> => {
  const names = (await columns(table)).filter((name) => name !== '"sequence"');
  const chosen = names.map((name) => changed[name] ?? `template.${name}`);
  return `insert into ${table} (${names.join(", ")}) select ${chosen.join(", ")} from ${table} template`;
};
const copyJobs = await copied("job", { '"id"': "made.id::uuid", '"handle"': "made.id" });
const copyPages = await copied("page", { '"job_id"': "made.id::uuid", '"text"': "made.text" });
const key = { '"job"': `template.id = '${template.id}'`, '"page"': `template.job_id = '${template.id}'` };
for (let made = 0; made < DOCUMENTS; made += AT_ONCE) {
  const ids = Array.from({ length: Math.min(AT_ONCE, DOCUMENTS - made) }, () => randomUUID());
  const texts = ids.map(() => someText());
  await em.execute(`${copyJobs}, jsonb_array_elements_text(?::jsonb) made(id) where ${key['"job"']}`, [
    JSON.stringify(ids),
  ]);
  await em.execute(
    `${copyPages}, jsonb_to_recordset(?::jsonb) made(id text, text text) where ${key['"page"']}`,
    [JSON.stringify(ids.map((id, at) => ({ id, text: texts[at] })))],
  );
}
await em.execute("insert into unindexed_job select id from job");
const contents = createContents(createContentsIndex(orm), { environment: { now: () => new Date() } });
const begun = performance.now();
while ((await contents.indexSome()) > 0);
const seconds = (performance.now() - begun) / 1000;
await em.execute("vacuum analyze page_contents");
print(
  `${DOCUMENTS} documents indexed in ${seconds.toFixed(0)} s, ${(DOCUMENTS / seconds).toFixed(0)} a second`,
);
const [size] = await em.execute<{ size: string }[]>(
  "select pg_size_pretty(pg_total_relation_size('page_contents')) as size",
);
print(`the index has ${size?.size}`);

const caller = { organizationId: organization.id };
const TERMS: readonly (readonly [string, string])[] = [
  ["a word in most documents", word(1)],
  ["a word in one of a hundred", word(300)],
  ["a rare word", word(VOCABULARY - 1)],
  ["a word that no document has", "qqqqqqqq"],
  ["two frequent words", `${word(1)} ${word(2)}`],
  ["a frequent and a rare word", `${word(1)} ${word(40_000)}`],
  ["a phrase of frequent words", `"${word(1)} ${word(2)}"`],
  ["a beginning of three letters", word(20_000).slice(0, 3)],
];
const rows: string[][] = [];
for (const [name, term] of TERMS) {
  const times: number[] = [];
  let hits = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    hits = (await contents.search(caller, { term, limit: 20 })).length;
    times.push(performance.now() - start);
  }
  const [first = 0] = times;
  const median = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  rows.push([name, String(hits), first.toFixed(0), median.toFixed(0)]);
}
printTable([["term", "hits", "first ms", "median ms"], ...rows]);
