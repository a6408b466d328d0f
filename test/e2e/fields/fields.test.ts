import { readFile } from "node:fs/promises";
import { read, utils } from "@e965/xlsx";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { mcpAgent } from "../../support/clients/mcp-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let graphql: GraphqlClient;
let rest: RestClient;

beforeAll(async () => {
  service = await startService();
  graphql = createGraphqlClient(service);
  rest = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

function invoice(number: string, total: string): Uint8Array {
  return new TextEncoder().encode(`<!doctype html><h1>Invoice</h1>
<p>Invoice number: ${number}</p><p>Invoice date: 12.03.2026</p><p>Total: ${total} EUR</p>
<table border="1"><tr><th>Description</th><th>Quantity</th><th>Unit price</th><th>Amount</th></tr>
<tr><td>Rope</td><td>4</td><td>12.50</td><td>50.00</td></tr>
<tr><td>Hook</td><td>1</td><td>${total}</td><td>${total}</td></tr></table>`);
}

const fieldsSchema = z.object({
  status: z.string(),
  version: z.number(),
  data: z.record(z.string(), z.unknown()).nullable(),
  review: z.array(z.string()),
  fields: z.array(
    z.object({
      path: z.string(),
      value: z.unknown(),
      reader: z.string().nullable(),
      isConfirmed: z.boolean(),
      citations: z.array(z.object({ page: z.number(), text: z.string(), boxes: z.array(z.unknown()) })),
    }),
  ),
});
type Fields = z.infer<typeof fieldsSchema>;

const FIELDS =
  "status version data review fields { path value reader isConfirmed citations { page text boxes { x0 } } }";

async function idOf(hash: string): Promise<string> {
  const found = z.object({ job: z.object({ id: z.string() }) });
  return (await graphql.read(found, "query ($hash: String) { job(handle: $hash) { id } }", { hash })).job.id;
}

/** The fields of a job once they no longer wait. */
async function fieldsOf(id: string): Promise<Fields> {
  const found = z.object({ job: z.object({ fields: fieldsSchema }) });
  return vi.waitFor(
    async () => {
      const query = `query ($id: ID!) { job(id: $id) { fields(schema: "invoice") { ${FIELDS} } } }`;
      const { fields } = (await graphql.read(found, query, { id })).job;
      expect(fields.status).not.toBe("WAITING");
      return fields;
    },
    { timeout: 60_000, interval: 100 },
  );
}

async function review(mutation: string, input: object): Promise<Fields> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input!`;
  const answer = await graphql.read(
    z.record(z.string(), z.object({ fields: fieldsSchema })),
    `mutation ($input: ${INPUT_TYPES[mutation] ?? type}) { ${mutation}(input: $input) { fields { ${FIELDS} } } }`,
    { input },
  );
  return z.object({ fields: fieldsSchema }).parse(answer[mutation]).fields;
}

const INPUT_TYPES: Readonly<Record<string, string>> = {
  readFields: "ReadFieldsInput!",
  rejectFields: "DocumentFieldsInput!",
};

test("fields are read with the document, reviewed, exported, and deleted with it", async () => {
  const hash = await rest.submit(invoice("RE-2026/17", "787.50"), { schema: "invoice" });
  await rest.waitUntilSettled(hash);
  const id = await idOf(hash);
  const found = await fieldsOf(id);
  expect(found.data).toMatchObject({ invoice_number: "RE-2026/17", issue_date: "2026-03-12" });
  const number = found.fields.find(({ path }) => path === "invoice_number");
  expect(number?.citations[0]).toMatchObject({ page: 1, text: "RE-2026/17" });

  const overRest = await rest.request("/whisper-fields", { query: { whisper_hash: hash } });
  expect(await overRest.json()).toMatchObject({ schema: "invoice", data: found.data });
  await using agent = await mcpAgent(service.url, service.serviceKey);
  const told = await agent.call("read_fields", { document_id: id });
  expect(told.facts).toMatchObject({ schema: "invoice", data: found.data });

  const place = { jobId: id, schema: "invoice" };
  const corrected = await review("correctField", {
    ...place,
    path: "gross_total",
    text: "1.234,50",
    words: { page: 1, indexes: [0] },
  });
  expect(corrected.data).toMatchObject({ gross_total: 1234.5 });
  const again = await review("readFields", place);
  expect(again.data).toMatchObject({ gross_total: 1234.5 });
  expect((await review("confirmFields", place)).status).toBe("CONFIRMED");

  const links = z.object({
    fieldsSchema: z.object({ csv: z.object({ path: z.string() }), xlsx: z.object({ path: z.string() }) }),
  });
  const { fieldsSchema: schema } = await graphql.read(
    links,
    '{ fieldsSchema(name: "invoice") { csv: download(format: CSV) { path } xlsx: download(format: XLSX) { path } } }',
  );
  const csv = await (await fetch(service.url + schema.csv.path)).text();
  expect(csv.split("\r\n")[0]).toMatch(/^file,invoice_number,/);
  expect(csv).toContain("RE-2026/17");
  const book = read(new Uint8Array(await (await fetch(service.url + schema.xlsx.path)).arrayBuffer()));
  const [first = "", second = ""] = book.SheetNames;
  expect(second).toBe("lines");
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[first] ?? {});
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ invoice_number: "RE-2026/17", gross_total: 1234.5 });

  await graphql.read(
    z.unknown(),
    "mutation ($id: ID!) { deleteJobs(input: {jobIds: [$id]}) { __typename } }",
    { id },
  );
  const list = z.object({ documentFields: z.object({ totalCount: z.number() }) });
  expect(await graphql.read(list, "{ documentFields { totalCount } }")).toEqual({
    documentFields: { totalCount: 0 },
  });
});

test("the electronic invoice in a document is read exactly", async () => {
  const xml = await readFile(new URL("../../fixtures/invoices/cii.xml", import.meta.url));
  const hash = await rest.submit(xml, { schema: "invoice" });
  await rest.waitUntilSettled(hash);
  const { data, fields } = await fieldsOf(await idOf(hash));
  const line = { description: "Fahrradklingel & Halter", quantity: 10, unit_price: 123.45, amount: 1234.5 };
  expect(data).toMatchObject({ invoice_number: "RE-2026-0815", currency: "EUR", lines: [line] });
  const number = fields.find(({ path }) => path === "invoice_number");
  expect(number).toMatchObject({ reader: "E_INVOICE", citations: [{ page: 1, text: "RE-2026-0815" }] });
});
