import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { loopbackUrl, mariadbServerMissing, startEmbeddedPostgres, startMariadbServer } from "galley/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { psql, psqlMissing } from "../../support/clients/psql.ts";
import { endedRun, madePipeline, startedRun, type WorkflowEnd } from "../../support/pipelines.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { invoiceBatch } from "../../fixtures/invoice-batch.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const POSTGRESQL = "postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb";
const MARIADB = "mariadb|146b0124-b9fc-466f-8e68-098ff60703e8";

const running = new AsyncDisposableStack();
const folder = running.use(temporaryFolder());
let service: RunningService;
let graphql: GraphqlClient;

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
  graphql = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
});
afterAll(() => running.disposeAsync());

/** The rows add up to 100, with VAT to 119; with another total, a person has to look at it. */
function invoice(number: string, total: string): string {
  return `<!doctype html><h1>Invoice</h1><p>Invoice number: ${number}</p>
<p>Invoice date: 12.03.2026</p><p>Seller: Brandt Tools Ltd.</p><p>Subtotal: 100.00 EUR</p><p>VAT 19 %: 19.00 EUR</p><p>Total: ${total} EUR</p>
<table border="1"><tr><th>Description</th><th>Quantity</th><th>Unit price</th><th>Amount</th></tr>
<tr><td>Rope</td><td>4</td><td>12.50</td><td>50.00</td></tr>
<tr><td>Hook</td><td>1</td><td>50.00</td><td>50.00</td></tr></table>`;
}

let folders = 0;

/** A folder with an invoice and one whose rows do not add up. */
async function invoicesIn(): Promise<{ path: string; source: WorkflowEnd }> {
  const path = join(folder.path, `${++folders}`);
  await mkdir(join(path, "in"), { recursive: true });
  await writeFile(join(path, "in/plain.html"), invoice("RE-2026/17", "119.00"));
  await writeFile(join(path, "in/wrong.html"), invoice("RE-2026/18", "787.50"));
  return { path, source: { kind: LOCAL, settings: { path }, configuration: { folders: ["in"] } } };
}

const BOTH = { status: "COMPLETED", successfulFiles: 2, failedFiles: 0 };

const filesSchema = z.object({
  run: z.object({
    files: z.object({
      nodes: z.array(
        z.object({
          id: z.string(),
          path: z.string(),
          needsReview: z.boolean(),
          job: z.object({ id: z.string() }).nullable(),
        }),
      ),
    }),
  }),
});

async function filesOf(id: string): Promise<z.infer<typeof filesSchema>["run"]["files"]["nodes"]> {
  const query = "query ($id: ID!) { run(id: $id) { files { nodes { id path needsReview job { id } } } } }";
  return (await graphql.read(filesSchema, query, { id })).run.files.nodes;
}

async function jobOf(run: string, path: string): Promise<string> {
  const file = (await filesOf(run)).find((one) => one.path === path);
  return file?.job?.id ?? "";
}

/** What a reviewer does with the invoice whose rows do not add up. */
async function reviewed(jobId: string): Promise<void> {
  const place = { jobId, schema: "invoice" };
  const removeRow =
    "mutation ($input: CorrectFieldInput!) { correctField(input: $input) { fields { status } } }";
  await graphql.read(z.unknown(), removeRow, { input: { ...place, path: "lines[1]" } });
  const correct = { ...place, path: "gross_total", text: "50.00" };
  await graphql.read(z.unknown(), removeRow, { input: correct });
  const confirm =
    "mutation ($input: ConfirmFieldsInput!) { confirmFields(input: $input) { fields { status } } }";
  await graphql.read(z.unknown(), confirm, { input: place });
}

const PATIENCE = { timeout: 30_000, interval: 100 };

test.skipIf((await psqlMissing()) !== undefined)(
  "a folder of invoices becomes a table with typed columns and one of their rows, which follow re-runs and reviews",

  async () => {
    await using cluster = await startEmbeddedPostgres(service.dataDir);
    const user = `writer_${randomBytes(4).toString("hex")}`;
    const password = randomBytes(12).toString("base64url");
    await psql(cluster.url, `create role ${user} login password '${password}'`);
    await psql(cluster.url, `create database ${user} owner ${user}`);
    const url = loopbackUrl(cluster.url);
    Object.assign(url, { pathname: user, username: user, password });
    const select = (statement: string) => psql(url.href, statement);

    const { source } = await invoicesIn();
    const settings = { connection_url: url.href };
    const destination = { kind: POSTGRESQL, settings, configuration: { schema: "invoice" } };
    const pipeline = await madePipeline(service, { source, destination });
    const run = await startedRun(service, pipeline);
    expect(await endedRun(service, run)).toMatchObject(BOTH);

    const invoices = `select file_path, invoice_number, issue_date + 1, gross_total / 8, review_status,
        doubtful_fields @> '["gross_total"]', confidence between 0 and 1 from galley_invoice order by file_path`;
    const plain = ["in/plain.html", "RE-2026/17", "2026-03-13", "14.8750000000000000", "ready", "f", "t"];
    const wrong = [
      "in/wrong.html",
      "RE-2026/18",
      "2026-03-13",
      "98.4375000000000000",
      "needs_review",
      "t",
      "t",
    ];
    expect(await select(invoices)).toEqual([plain, wrong]);
    const lines = `select file_path, row_position, description, quantity * unit_price = amount
      from galley_invoice_lines join galley_invoice using (document_id) order by 1, 2`;
    const rows = (path: string) => [
      [path, "1", "Rope", "t"],
      [path, "2", "Hook", "t"],
    ];
    const allRows = [...rows("in/plain.html"), ...rows("in/wrong.html")];
    expect(await select(lines)).toEqual(allRows);

    const [again] = await filesOf(run);
    const retry = "mutation ($input: RetryFilesInput!) { retryFiles(input: $input) { run { id } } }";
    await graphql.read(z.unknown(), retry, { input: { runId: run, fileIds: [again?.id] } });
    expect(await endedRun(service, run)).toMatchObject(BOTH);
    expect(await select(invoices)).toEqual([plain, wrong]);
    expect(await select(lines)).toEqual(allRows);

    await reviewed(await jobOf(run, "in/wrong.html"));
    const [, , , , ...states] = ["in/wrong.html", "RE-2026/18", "2026-03-13", "6.25", "confirmed", "f", "t"];
    await vi.waitFor(async () => expect((await select(invoices))[1]?.slice(4)).toEqual(states), PATIENCE);
    expect(await select(lines)).toEqual([...rows("in/plain.html"), ...rows("in/wrong.html").slice(0, 1)]);
  },
);

test.skipIf((await mariadbServerMissing()) !== undefined)(
  "a document with doubtful fields waits for its review if the pipeline says so",

  async () => {
    await using mariadb = await startMariadbServer();
    const { user, password, port } = mariadb;
    const database = await mariadb.createDatabase();
    const settings = { host: "127.0.0.1", port: `${port}`, database, user, password };
    const { source } = await invoicesIn();
    const configuration = { table: "bills", schema: "invoice", review: "wait" };
    const destination = { kind: MARIADB, settings, configuration };
    const run = await startedRun(service, await madePipeline(service, { source, destination }));
    expect(await endedRun(service, run)).toMatchObject(BOTH);
    const numbers = `select invoice_number, issue_date, count(*), round(sum(amount), 2), gross_total = 119
      from bills join bills_lines using (document_id) group by document_id order by invoice_number`;
    const plain = ["RE-2026/17", "2026-03-12", "2", "100.00", "1"];
    expect(await mariadb.select(database, numbers)).toEqual([plain]);
    await reviewed(await jobOf(run, "in/wrong.html"));
    const confirmed = ["RE-2026/18", "2026-03-12", "1", "50.00", "0"];
    await vi.waitFor(
      async () => expect(await mariadb.select(database, numbers)).toEqual([plain, confirmed]),
      PATIENCE,
    );
  },
);

test("a folder gets the data as JSON, CSV and XLSX", async () => {
  const { path, source } = await invoicesIn();
  const configuration = { folder: "out", schema: "invoice", fieldFormats: ["json", "csv", "xlsx"] };
  const destination = { kind: LOCAL, settings: { path }, configuration };
  const run = await startedRun(service, await madePipeline(service, { source, destination }));
  expect(await endedRun(service, run)).toMatchObject(BOTH);
  expect((await filesOf(run)).map((file) => file.needsReview)).toEqual([false, true]);
  const out = join(path, "out/in");
  const files = ["fields.csv", "fields.json", "fields.xlsx", "json", "lines.csv"];
  expect((await readdir(out)).toSorted()).toEqual(
    ["plain.html", "wrong.html"].flatMap((name) => files.map((ending) => `${name}.${ending}`)),
  );
  const text = (name: string): Promise<string> => readFile(join(out, name), "utf8");
  const whole: unknown = JSON.parse(await text("wrong.html.fields.json"));
  expect(whole).toMatchObject({
    status: "needs_review",
    data: { invoice_number: "RE-2026/18", gross_total: 787.5, lines: [{}, { amount: 50 }] },
    fields: { invoice_number: { citations: [{ page: 1, text: "RE-2026/18" }] } },
  });
  expect(await text("plain.html.fields.csv")).toMatch(/^file,invoice_number,issue_date,.*\r\n.*RE-2026\/17/);
  expect(await text("plain.html.lines.csv")).toMatch(/^file,row,description,.*\r\n.*,1,Rope,4,12.5,50\r\n/);
  const book = read(await readFile(join(out, "plain.html.fields.xlsx")));
  expect(utils.sheet_to_json(book.Sheets["lines"] ?? {})).toHaveLength(2);
});

/** A folder with a file of three invoices; the rows of the third do not add up. */
async function batchIn(): Promise<{ path: string; source: WorkflowEnd }> {
  const path = join(folder.path, `${++folders}`);
  await mkdir(join(path, "in"), { recursive: true });
  await writeFile(join(path, "in/batch.pdf"), invoiceBatch().bytes);
  return { path, source: { kind: LOCAL, settings: { path }, configuration: { folders: ["in"] } } };
}

const ONE = { status: "COMPLETED", successfulFiles: 1, failedFiles: 0 };

const CONFIRM =
  "mutation ($input: ConfirmFieldsInput!) { confirmFields(input: $input) { fields { status } } }";
const REJECT =
  "mutation ($input: DocumentFieldsInput!) { rejectFields(input: $input) { fields { status } } }";

test.skipIf((await psqlMissing()) !== undefined)(
  "each invoice of a file is a row with its pages and a key for its rows, replaced together and reviewed on its own",

  async () => {
    await using cluster = await startEmbeddedPostgres(service.dataDir);
    const name = `split_${randomBytes(4).toString("hex")}`;
    await psql(cluster.url, `create database ${name}`);
    const url = loopbackUrl(cluster.url);
    Object.assign(url, { pathname: name });
    const select = (statement: string) => psql(url.href, statement);
    const { source } = await batchIn();
    const settings = { connection_url: url.href };
    const destination = { kind: POSTGRESQL, settings, configuration: { schema: "invoice", split: true } };
    const run = await startedRun(service, await madePipeline(service, { source, destination }));
    expect(await endedRun(service, run)).toMatchObject(ONE);

    const invoices = `select document_part, first_page, last_page, invoice_number, review_status
      from galley_invoice order by document_part`;
    const rows = [
      ["1", "1", "2", "EC-2025-417", "ready"],
      ["2", "3", "3", "NF-88", "ready"],
      ["3", "4", "4", "HR/2025/9", "needs_review"],
    ];
    expect(await select(invoices)).toEqual(rows);
    const lines = `select document_part, row_position, amount from galley_invoice_lines
      join galley_invoice using (document_id, document_part) order by 1, 2`;
    const ofFirst = [
      ["1", "1", "222"],
      ["1", "2", "207"],
      ["1", "3", "164.8"],
    ];
    expect(await select(lines)).toEqual([...ofFirst, ["2", "1", "500"], ["3", "1", "240"]]);

    const place = { jobId: await jobOf(run, "in/batch.pdf"), schema: "invoice" };
    await graphql.read(z.unknown(), REJECT, { input: { ...place, part: 2 } });
    await vi.waitFor(async () => expect(await select(invoices)).toEqual([rows[0], rows[2]]), PATIENCE);
    expect(await select(lines)).toEqual([...ofFirst, ["3", "1", "240"]]);
    await graphql.read(z.unknown(), CONFIRM, { input: { ...place, part: 3 } });
    const confirmed = ["3", "4", "4", "HR/2025/9", "confirmed"];
    await vi.waitFor(async () => expect(await select(invoices)).toEqual([rows[0], confirmed]), PATIENCE);

    const [file] = await filesOf(run);
    const retry = "mutation ($input: RetryFilesInput!) { retryFiles(input: $input) { run { id } } }";
    await graphql.read(z.unknown(), retry, { input: { runId: run, fileIds: [file?.id] } });
    expect(await endedRun(service, run)).toMatchObject(ONE);
    // The file is a new document, whose parts nobody has reviewed.
    expect(await select(invoices)).toEqual(rows);
  },
);

test("the invoices of a file wait for the review of one, and are written as JSON, CSV and XLSX with their pages", async () => {
  const { path, source } = await batchIn();
  const fieldFormats = ["json", "csv", "xlsx"];
  const configuration = { folder: "out", schema: "invoice", split: true, review: "wait", fieldFormats };
  const destination = { kind: LOCAL, settings: { path }, configuration };
  const run = await startedRun(service, await madePipeline(service, { source, destination }));
  expect(await endedRun(service, run)).toMatchObject(ONE);
  expect((await filesOf(run)).map((file) => file.needsReview)).toEqual([true]);
  const out = join(path, "out/in");
  await expect(readdir(out)).rejects.toThrow("ENOENT");
  const doubtful = { jobId: await jobOf(run, "in/batch.pdf"), schema: "invoice", part: 3 };
  await graphql.read(z.unknown(), CONFIRM, { input: doubtful });
  const text = (ending: string): Promise<string> => readFile(join(out, `batch.pdf.${ending}`), "utf8");
  const json: unknown = await vi.waitFor(async () => JSON.parse(await text("fields.json")), PATIENCE);
  expect(json).toMatchObject({
    file: "in/batch.pdf",
    parts: [
      { part: 1, pages: [1, 2], status: "ready", data: { invoice_number: "EC-2025-417" } },
      { part: 2, pages: [3, 3], status: "ready", data: { invoice_number: "NF-88" } },
      { part: 3, pages: [4, 4], status: "confirmed", data: { invoice_number: "HR/2025/9" } },
    ],
  });
  await vi.waitFor(async () => {
    expect((await text("fields.csv")).trim().split("\r\n")).toEqual([
      expect.stringMatching(/^file,invoice_number/u),
      expect.stringMatching(/^"in\/batch\.pdf, pages 1-2",EC-2025-417,/u),
      expect.stringMatching(/^"in\/batch\.pdf, page 3",NF-88,/u),
      expect.stringMatching(/^"in\/batch\.pdf, page 4",HR\/2025\/9,/u),
    ]);
    const book = read(await readFile(join(out, "batch.pdf.fields.xlsx")));
    expect(utils.sheet_to_json(book.Sheets["lines"] ?? {})).toHaveLength(5);
  }, PATIENCE);
});

test("a pipeline that does not split says what is missing if its document was split by hand", async () => {
  const { path, source } = await batchIn();
  const configuration = { folder: "out", schema: "invoice" };
  const destination = { kind: LOCAL, settings: { path }, configuration };
  const run = await startedRun(service, await madePipeline(service, { source, destination }));
  expect(await endedRun(service, run)).toMatchObject(ONE);
  const input = { jobId: await jobOf(run, "in/batch.pdf"), schema: "invoice", split: true };
  const split = "mutation ($input: ReadFieldsInput!) { readFields(input: $input) { parts { part } } }";
  await graphql.read(z.unknown(), split, { input });
  const found = z.object({
    run: z.object({ files: z.object({ nodes: z.array(z.object({ errorMessage: z.string() })) }) }),
  });
  const query = "query ($id: ID!) { run(id: $id) { files { nodes { errorMessage } } } }";
  await vi.waitFor(async () => {
    const { nodes } = (await graphql.read(found, query, { id: run })).run.files;
    expect(nodes[0]?.errorMessage).toContain('split into 3 parts. Set "split" in the configuration');
  }, PATIENCE);
});

test("a schema that a pipeline uses is not deleted", async () => {
  const input = { name: "orders-of-pipelines", definition: JSON.stringify(SCHEMA) };
  const create =
    "mutation ($input: FieldsSchemaInput!) { createFieldsSchema(input: $input) { schema { name } } }";
  await graphql.read(z.unknown(), create, { input });
  const { path, source } = await invoicesIn();
  const configuration = { folder: "out", schema: input.name };
  const destination = { kind: LOCAL, settings: { path }, configuration };
  const id = await madePipeline(service, { source, destination });
  const pipeline = z
    .object({ pipeline_name: z.string() })
    .parse((await callManagement(service, `GET /pipeline/${id}/`)).json);
  const remove = "mutation ($name: String!) { deleteFieldsSchema(input: { name: $name }) { name } }";
  expect((await graphql.ask(remove, { name: input.name })).errors).toMatchObject([
    { message: expect.stringContaining(pipeline.pipeline_name), extensions: { code: "CONFLICT" } },
  ]);
  await callManagement(service, `DELETE /pipeline/${id}/`);
  expect((await graphql.ask(remove, { name: input.name })).errors).toEqual([]);
});

const SCHEMA = {
  type: "object",
  properties: { Review_Status: { type: "string" }, total: { type: "number" } },
};

test("destinations that cannot have the data are refused with the field and the valid values", async () => {
  const input = { name: "orders", definition: JSON.stringify(SCHEMA) };
  const create =
    "mutation ($input: FieldsSchemaInput!) { createFieldsSchema(input: $input) { schema { name } } }";
  await graphql.read(z.unknown(), create, { input });
  const check = `query ($connection: ConnectionType!, $configuration: JSONObject!) {
    endpointProblem(direction: DESTINATION, connection: $connection, configuration: $configuration) { field message }
  }`;
  const cases = [
    ["DATABASE", { schema: "invoices" }, "schema", /valid: invoice, receipt, .*orders/],
    ["DATABASE", { schema: "orders" }, "schema", /two columns "review_status"/],
    ["DATABASE", { schema: "invoice", chunkTable: "galley_invoice_lines" }, "schema", /galley_invoice_lines/],
    ["DATABASE", { schema: "invoice", columnMode: "single" }, "columnMode", /"columns"/],
    ["DATABASE", { review: "wait" }, "review", /with a schema/],
    ["DATABASE", { split: true }, "split", /with a schema/],
    ["FILE_SYSTEM", { schema: "receipt", split: true }, "split", /kind invoice/],
    ["FILE_SYSTEM", { fieldFormats: ["csv"] }, "fieldFormats", /with a schema/],
    ["FILE_SYSTEM", { schema: "invoice", fieldFormats: ["pdf"] }, "fieldFormats.0", /json.*csv.*xlsx/],
  ] as const;
  for (const [connection, configuration, field, message] of cases) {
    const { data } = await graphql.ask(check, { connection, configuration });
    expect(data).toEqual({
      endpointProblem: {
        field: `configuration.${field}`,
        message: expect.stringMatching(message),
      },
    });
  }
  const { source } = await invoicesIn();
  const pipeline = await madePipeline(service, { source, destination: { ...source, configuration: {} } });
  const { workflow } = z
    .object({ workflow: z.string() })
    .parse((await callManagement(service, `GET /pipeline/${pipeline}/`)).json);
  const ends = await callManagement(
    service,
    `GET /workflow/endpoint/?workflow=${workflow}&endpoint_type=DESTINATION`,
  );
  const changed = await callManagement(
    service,
    `PATCH /workflow/endpoint/${String(ends.at("results", 0, "id"))}/`,
    {
      configuration: { schema: "bill" },
    },
  );
  expect(changed).toMatchObject({ status: 400 });
  expect(JSON.stringify(changed.json)).toMatch(/valid: invoice.*configuration.schema/u);
});
