import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loopbackUrl, mariadbServerMissing, startEmbeddedPostgres, startMariadbServer } from "galley/testing";
import { createExtractor, toChunks, toMarkdown } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { madePipeline, ran, type EndedRun, type WorkflowEnd } from "../../support/pipelines.ts";
import { psql, psqlMissing } from "../../support/clients/psql.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const POSTGRESQL = "postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb";
const MARIADB = "mariadb|146b0124-b9fc-466f-8e68-098ff60703e8";

const STATEMENT = FIXTURES["statement"]?.().bytes ?? new Uint8Array();

const running = new AsyncDisposableStack();
const folder = running.use(temporaryFolder());
let service: RunningService;

beforeAll(async () => {
  service = running.use(
    await startService({
      env: {
        GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
        GALLEY_LOCAL_ROOTS: folder.path,
        GALLEY_KEEP_TEXT: "until_retrieved",
      },
    }),
  );
});
afterAll(() => running.disposeAsync());

let folders = 0;

/** A folder with a statement and a damaged document. */
async function statementIn(): Promise<{ path: string; source: WorkflowEnd }> {
  const path = join(folder.path, `${++folders}`);
  await mkdir(join(path, "in"), { recursive: true });
  await writeFile(join(path, "in/statement.pdf"), STATEMENT);
  await writeFile(join(path, "in/broken.pdf"), "%PDF-1.7 damaged");
  return { path, source: { kind: LOCAL, settings: { path }, configuration: { folders: ["in"] } } };
}

const BROKEN = { status: "PARTIAL", successfulFiles: 1, failedFiles: 1 };

test("a folder gets the chosen renditions of each document as files", async () => {
  const { path, source } = await statementIn();
  const renditions = ["markdown", "html", "plain", "tables", "blocks", "csv", "chunks"];
  const configuration = { folder: "out", renditions, chunkTokens: 32 };
  const destination = { kind: LOCAL, settings: { path }, configuration };
  expect(await ran(service, await madePipeline(service, { source, destination }))).toMatchObject(BROKEN);

  const out = join(path, "out/in");
  expect((await readdir(out)).toSorted()).toEqual([
    "broken.pdf.json",
    "statement.pdf.blocks.json",
    "statement.pdf.chunks.ndjson",
    "statement.pdf.html",
    "statement.pdf.json",
    "statement.pdf.md",
    "statement.pdf.plain.txt",
    "statement.pdf.table-1.csv",
    "statement.pdf.tables.json",
  ]);
  const read = (ending: string): Promise<string> => readFile(join(out, `statement.pdf${ending}`), "utf8");
  await using extractor = createExtractor({ threads: 1 });
  const { blocks } = await extractor.extract(STATEMENT, { blocks: true });
  expect(await read(".md")).toBe(toMarkdown(blocks));
  expect(await read(".html")).toMatch(/^<article>[^]*<\/article>\n$/u);
  expect(await read(".plain.txt")).toContain("02/03\tHarbour dues\t1,480.00");
  expect(await read(".table-1.csv")).toMatch(/^Date,Text,Debit,Credit,Balance\n/u);
  expect(JSON.parse(await read(".blocks.json"))).toEqual(JSON.parse(JSON.stringify(blocks)));
  expect(JSON.parse(await read(".tables.json"))).toMatchObject([{ headRows: 1, pages: [1] }]);
  const lines = (await read(".chunks.ndjson")).trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    JSON.parse(JSON.stringify(toChunks(blocks, { size: 32 }))),
  );
});

test("without a choice, only the text is written, and jobs keep no renditions", async () => {
  const { path, source } = await statementIn();
  const destination = { kind: LOCAL, settings: { path }, configuration: { folder: "out" } };
  expect(await ran(service, await madePipeline(service, { source, destination }))).toMatchObject(BROKEN);
  expect((await readdir(join(path, "out/in"))).toSorted()).toEqual([
    "broken.pdf.json",
    "statement.pdf.json",
    "statement.pdf.txt",
  ]);
});

/** A database whose client prints rows; values are selected as hexadecimal, since they contain tabs and line ends. */
interface Reader {
  readonly hex: (column: string) => string;
  readonly select: (statement: string) => Promise<readonly (readonly (string | null)[])[]>;
}

async function valuesOf(
  { hex, select }: Reader,
  columns: readonly string[],
  rest: string,
): Promise<readonly (readonly string[])[]> {
  const rows = await select(`select ${columns.map((column) => hex(column)).join(", ")} from ${rest}`);
  return rows.map((row) => row.map((value) => Buffer.from(value ?? "", "hex").toString()));
}

/** Runs a pipeline into a database. */
async function wroteRows(end: Omit<WorkflowEnd, "configuration">): Promise<EndedRun> {
  const { source } = await statementIn();
  const table = { table: "documents", chunkTable: "document_chunks", chunkTokens: 32 };
  const configuration = { ...table, renditions: ["markdown", "tables", "chunks", "blocks"] };
  return ran(service, await madePipeline(service, { source, destination: { ...end, configuration } }));
}

async function expectRows(reader: Reader): Promise<void> {
  const columns = ["file_path", "markdown", "tables", "blocks", "chunks"];
  const written = await valuesOf(reader, columns, "documents order by file_path");
  const [broken, [, markdown = "", tables = "", blocks = "", chunks = ""] = []] = written;
  expect(broken).toEqual(["in/broken.pdf", "", "", "", ""]);
  expect(markdown).toMatch(/^\| .*Harbour dues \| 1,480.00 \|/mu);
  expect(JSON.parse(tables)).toMatchObject([{ headRows: 1, pages: [1] }]);
  expect(JSON.parse(blocks)).toMatchObject({ version: 1, pages: [{ number: 1 }] });
  const expected = chunksSchema.parse(JSON.parse(chunks));
  expect(expected.length).toBeGreaterThan(1);
  const facts = ["chunk", "text", "pages", "tokens", "places"];
  const rows = await valuesOf(reader, facts, "document_chunks order by chunk");
  expect(rows.map(([chunk, text, pages, tokens]) => [chunk, text, JSON.parse(pages ?? ""), tokens])).toEqual(
    expected.map(({ text, pages, tokens }, index) => [`${index + 1}`, text, pages, `${tokens}`]),
  );
  expect(JSON.parse(rows[1]?.[4] ?? "")).toMatchObject([{ page: 1, box: { x0: expect.any(Number) } }]);
  await expect(valuesOf(reader, ["text"], "documents")).rejects.toThrow(/text/u);
}

const chunksSchema = z.array(z.object({ text: z.string(), pages: z.array(z.number()), tokens: z.number() }));

test.skipIf((await psqlMissing()) !== undefined)(
  "PostgreSQL gets a column for each rendition, and a row for each chunk",
  async () => {
    await using cluster = await startEmbeddedPostgres(service.dataDir);
    const user = `writer_${randomBytes(4).toString("hex")}`;
    const password = randomBytes(12).toString("base64url");
    await psql(cluster.url, `create role ${user} login password '${password}'`);
    await psql(cluster.url, `create database ${user} owner ${user}`);
    const url = loopbackUrl(cluster.url);
    Object.assign(url, { pathname: user, username: user, password });
    const run = await wroteRows({ kind: POSTGRESQL, settings: { connection_url: url.href } });
    expect(run).toMatchObject(BROKEN);
    await expectRows({
      hex: (column) => `encode(convert_to(${column}::text, 'UTF8'), 'hex')`,
      select: (statement) => psql(url.href, statement),
    });
  },
);

test.skipIf((await mariadbServerMissing()) !== undefined)(
  "MariaDB gets a column for each rendition, and a row for each chunk",
  async () => {
    await using mariadb = await startMariadbServer();
    const { user, password, port } = mariadb;
    const database = await mariadb.createDatabase();
    const settings = { host: "127.0.0.1", port: `${port}`, database, user, password };
    expect(await wroteRows({ kind: MARIADB, settings })).toMatchObject(BROKEN);
    await expectRows({
      hex: (column) => `hex(convert(${column} using utf8mb4))`,
      select: (statement) => mariadb.select(database, statement),
    });
  },
);

test("a destination with unknown renditions is refused with the valid ones", async () => {
  const { path, source } = await statementIn();
  const destination = { kind: LOCAL, settings: { path }, configuration: {} };
  const pipeline = await madePipeline(service, { source, destination });
  const { json } = await callManagement(service, `GET /pipeline/${pipeline}/`);
  const { workflow } = z.object({ workflow: z.string() }).parse(json);
  const listed = await callManagement(
    service,
    `GET /workflow/endpoint/?workflow=${workflow}&endpoint_type=DESTINATION`,
  );
  const { results } = z.object({ results: z.array(z.object({ id: z.string() })) }).parse(listed.json);
  const changed = await callManagement(service, `PATCH /workflow/endpoint/${results[0]?.id}/`, {
    configuration: { renditions: ["text", "docx"] },
  });
  expect(changed).toMatchObject({ status: 400 });
  expect(JSON.stringify(changed.json)).toMatch(/markdown.*configuration.renditions/u);
});
