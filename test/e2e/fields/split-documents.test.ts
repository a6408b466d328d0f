import { read, utils } from "@e965/xlsx";
import { createGalleyClient } from "@galley/client";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createGraphqlClient, type GraphqlClient } from "../../support/clients/graphql-client.ts";
import { mcpAgent } from "../../support/clients/mcp-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { invoiceBatch } from "../../fixtures/invoice-batch.ts";

let service: RunningService;
let graphql: GraphqlClient;
let rest: RestClient;

beforeAll(async () => {
  service = await startService({ env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  graphql = createGraphqlClient(service);
  rest = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const partSchema = z.object({
  part: z.number(),
  pages: z.object({ first: z.number(), last: z.number() }).nullable(),
  status: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  review: z.array(z.string()),
  notes: z.array(z.string()),
  fields: z.array(
    z.object({
      path: z.string(),
      isConfirmed: z.boolean(),
      citations: z.array(z.object({ page: z.number(), text: z.string() })),
    }),
  ),
});
type Part = z.infer<typeof partSchema>;

const PART =
  "part pages { first last } status data review notes fields { path isConfirmed citations { page text } }";

const PATIENCE = { timeout: 60_000, interval: 100 };

/** What the fixture has. */
const NUMBERS = ["EC-2025-417", "NF-88", "HR/2025/9"];
const PAGES = [
  { first: 1, last: 2 },
  { first: 3, last: 3 },
  { first: 4, last: 4 },
];

async function submitted(query: Readonly<Record<string, string>>): Promise<{ id: string; hash: string }> {
  const hash = await rest.submit(invoiceBatch().bytes, { schema: "invoice", ...query });
  await rest.waitUntilSettled(hash);
  const found = z.object({ job: z.object({ id: z.string() }) });
  const { job } = await graphql.read(found, "query ($hash: String) { job(handle: $hash) { id } }", { hash });
  return { id: job.id, hash };
}

/** The parts of a document once none waits. */
async function partsOf(id: string): Promise<readonly Part[]> {
  const found = z.object({ job: z.object({ fieldsOfSchemas: z.array(partSchema) }) });
  const query = `query ($id: ID!) { job(id: $id) { fieldsOfSchemas(schema: "invoice") { ${PART} } } }`;
  return vi.waitFor(async () => {
    const { fieldsOfSchemas } = (await graphql.read(found, query, { id })).job;
    expect(fieldsOfSchemas.some(({ status }) => status === "WAITING")).toBe(false);
    return fieldsOfSchemas;
  }, PATIENCE);
}

async function readAgain(id: string, split: boolean | null): Promise<readonly Part[]> {
  const answer = z.object({ readFields: z.object({ parts: z.array(partSchema) }) });
  const mutation = `mutation ($input: ReadFieldsInput!) { readFields(input: $input) { parts { ${PART} } } }`;
  return (await graphql.read(answer, mutation, { input: { jobId: id, schema: "invoice", split } })).readFields
    .parts;
}

const numbersOf = (parts: readonly Part[]): readonly unknown[] =>
  parts.map(({ data }) => data?.["invoice_number"]);

/** The places of all values are on the part's own pages. */
function expectOwnPlaces({ pages, fields }: Part): void {
  const cited = fields.flatMap(({ citations }) => citations.map(({ page }) => page));
  expect(cited.length).toBeGreaterThan(3);
  expect(Math.min(...cited)).toBeGreaterThanOrEqual(pages?.first ?? 1);
  expect(Math.max(...cited)).toBeLessThanOrEqual(pages?.last ?? 1);
}

test("each invoice of a file is a row with its pages, in every interface, reviewed on its own", async () => {
  const { id, hash } = await submitted({ split: "true" });
  const parts = await partsOf(id);
  expect(numbersOf(parts)).toEqual(NUMBERS);
  expect(parts.map(({ pages }) => pages)).toEqual(PAGES);
  expect(parts.map(({ status }) => status)).toEqual(["READY", "READY", "NEEDS_REVIEW"]);
  expect(parts.map(({ notes }) => notes)).toEqual([[], [], []]);
  expect(parts.map(({ data }) => data)).toMatchObject([
    { seller: "Ellis Chandlery Ltd.", gross_total: 712.56, lines: [{}, {}, { amount: 164.8 }] },
    { seller: "Nordlicht Fotografie GmbH", gross_total: 595, lines: [{ amount: 500 }] },
    { seller: "Harbour Ropes Limited", lines: [{ amount: 240 }] },
  ]);
  for (const part of parts) expectOwnPlaces(part);

  const overRest = await rest.request("/whisper-fields", { query: { whisper_hash: hash } });
  expect(await overRest.json()).toMatchObject({
    schema: "invoice",
    parts: parts.map(({ part, pages, data }) => ({ part, pages: [pages?.first, pages?.last], data })),
  });
  await using agent = await mcpAgent(service.url, service.serviceKey);
  const told = await agent.call("read_fields", { document_id: id });
  expect(told.facts).toMatchObject({ parts: parts.map(({ part, data }) => ({ part, data })) });

  const list = z.object({ documentFields: z.object({ nodes: z.array(partSchema) }) });
  const queue = `{ documentFields(filter: { statuses: [NEEDS_REVIEW] }) { nodes { ${PART} } } }`;
  expect((await graphql.read(list, queue)).documentFields.nodes).toMatchObject([{ part: 3 }]);

  const place = { jobId: id, schema: "invoice", part: 3 };
  await graphql.read(
    z.unknown(),
    `mutation ($total: CorrectFieldInput!, $all: ConfirmFieldsInput!, $second: DocumentFieldsInput!) {
      correctField(input: $total) { __typename }
      confirmFields(input: $all) { __typename }
      rejectFields(input: $second) { __typename }
    }`,
    {
      total: { ...place, path: "gross_total", text: "288.00" },
      all: place,
      second: { ...place, part: 2 },
    },
  );
  const otherwise = await rest.request("/whisper-fields", {
    query: { whisper_hash: hash, split: "false" },
  });
  expect([otherwise.status, await otherwise.text()]).toEqual([
    409,
    expect.stringContaining("split: the document was reviewed in 3 parts"),
  ]);
  const again = await readAgain(id, null);
  expect(again.map(({ status }) => status)).toEqual(["READY", "READY", "CONFIRMED"]);
  expect(again[2]?.data).toMatchObject({ invoice_number: "HR/2025/9", gross_total: 288 });
  await graphql.read(
    z.unknown(),
    "mutation ($p: DocumentFieldsInput!) { rejectFields(input: $p) { __typename } }",
    {
      p: { ...place, part: 2 },
    },
  );

  const links = z.object({ fieldsSchema: z.record(z.string(), z.object({ path: z.string() })) });
  const { fieldsSchema: files } = await graphql.read(
    links,
    '{ fieldsSchema(name: "invoice") { csv: download(format: CSV) { path } xlsx: download(format: XLSX) { path } } }',
  );
  const csv = await (await fetch(service.url + (files["csv"]?.path ?? ""))).text();
  expect(csv.trim().split("\r\n").slice(1)).toEqual([
    expect.stringMatching(/^"[^"]*, pages 1-2",EC-2025-417,/u),
    expect.stringMatching(/^"[^"]*, page 4",HR\/2025\/9,/u),
  ]);
  const book = read(
    new Uint8Array(await (await fetch(service.url + (files["xlsx"]?.path ?? ""))).arrayBuffer()),
  );
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets["lines"] ?? {});
  expect(rows.map((row) => [String(row["file"]).replace(/^.*, /u, ""), row["row"]])).toEqual([
    ["pages 1-2", 1],
    ["pages 1-2", 2],
    ["pages 1-2", 3],
    ["page 4", 1],
  ]);

  const evaluation = z.object({
    fieldsEvaluation: z.object({
      documents: z.number(),
      fields: z.array(
        z.object({
          path: z.string(),
          counts: z.object({ right: z.number(), wrong: z.number() }),
          values: z.array(z.object({ part: z.number(), found: z.unknown() })),
        }),
      ),
    }),
  });
  const { fieldsEvaluation: evaluated } = await graphql.read(
    evaluation,
    '{ fieldsEvaluation(schema: "invoice") { documents fields { path counts { right wrong } values { part found } } } }',
  );
  expect(evaluated.documents).toBe(1);
  const byPath = new Map(evaluated.fields.map((field) => [field.path, field]));
  // It is read from its own page, where the total is another than the confirmed one.
  expect(byPath.get("invoice_number")?.counts.right).toBe(1);
  expect(byPath.get("gross_total")?.values).toEqual([{ part: 3, found: 313 }]);
});

test("a document is split later, and put together again; without the option, a note names the pages", async () => {
  const { id } = await submitted({});
  const [whole, ...others] = await partsOf(id);
  expect(others).toEqual([]);
  expect(whole).toMatchObject({ part: 1, pages: null });
  expect(whole?.notes[0]).toMatch(/EC-2025-417 on page 1, NF-88 on page 3, HR\/2025\/9 on page 4/u);

  const client = createGalleyClient({ url: service.url, key: service.serviceKey });
  const extraction = await client.wait(id);
  const invoices = await extraction.fieldsOfParts("invoice");
  expect(invoices.map(({ pages, data }) => [pages, data?.["invoice_number"]])).toEqual(
    NUMBERS.map((number, index) => [PAGES[index], number]),
  );
  expect(numbersOf(await partsOf(id))).toEqual(NUMBERS);
  // As it was read before.
  expect(await readAgain(id, null)).toHaveLength(3);
  expect(await readAgain(id, false)).toMatchObject([{ part: 1, pages: null }]);
  expect(await partsOf(id)).toHaveLength(1);
});

test("a webhook gets the fields of each part", async () => {
  await using receiver = await startWebhookReceiver();
  const registration = { url: receiver.url, webhook_name: "parts" };
  const body = JSON.stringify(registration);
  const registered = await rest.request("/whisper-manage-callback", { method: "POST", body });
  expect(registered.status).toBe(201);
  await submitted({ split: "true", use_webhook: "parts" });
  await expect.poll(() => receiver.results().length, PATIENCE).toBe(1);
  const sent: unknown = JSON.parse(receiver.results()[0]?.body ?? "");
  expect(sent).toMatchObject({
    fields: {
      schema: "invoice",
      parts: NUMBERS.map((number, at) => ({
        part: at + 1,
        pages: [PAGES[at]?.first, PAGES[at]?.last],
        data: { invoice_number: number },
        message: "",
      })),
    },
  });
  await submitted({ use_webhook: "parts" });
  await expect.poll(() => receiver.results().length, PATIENCE).toBe(2);
  const whole: unknown = JSON.parse(receiver.results()[1]?.body ?? "");
  const data = { invoice_number: NUMBERS[0] };
  expect(whole).toMatchObject({ fields: { schema: "invoice", status: "needs_review", data, message: "" } });
});

/** Two invoices, each on a page; the second one has a value that no label of the schema names. */
function twoInvoices(number: number, heft: string): Uint8Array {
  const head = `Invoice\n\nInvoice number: A-${number}\nInvoice date: 12.03.2026\n`;
  const other = `Harbour Ropes Limited\n\nDelivery from the northern harbour\nInvoice number: B-${number}
Invoice date: 13.03.2026\nHeft: ${heft}\nPlease check the goods and sign the copy of this note\n`;
  return new TextEncoder().encode(`${head}\f${other}`);
}

test("parts that people have confirmed teach others, on their own pages", async () => {
  const text = { type: "string" };
  const properties = { invoice_number: text, weight: { type: "number" } };
  const definition = JSON.stringify({ type: "object", kind: "invoice", properties });
  const create = "mutation ($input: FieldsSchemaInput!) { createFieldsSchema(input: $input) { __typename } }";
  await graphql.read(z.unknown(), create, { input: { name: "goods", definition } });
  const found = z.object({ job: z.object({ id: z.string() }) });
  const answer = z.object({ readFields: z.object({ parts: z.array(partSchema) }) });
  const reading = `mutation ($input: ReadFieldsInput!) { readFields(input: $input) { parts { ${PART} } } }`;
  const partsRead = async (
    number: number,
    heft: string,
  ): Promise<{ id: string; again: () => Promise<readonly Part[]> }> => {
    const hash = await rest.submit(twoInvoices(number, heft), {});
    await rest.waitUntilSettled(hash);
    const { id } = (
      await graphql.read(found, "query ($hash: String) { job(handle: $hash) { id } }", { hash })
    ).job;
    const input = { jobId: id, schema: "goods", split: true };
    return { id, again: async () => (await graphql.read(answer, reading, { input })).readFields.parts };
  };
  const first = await partsRead(1, "7.25");
  expect((await first.again()).map(({ data }) => data?.["weight"])).toEqual([null, null]);
  const place = { jobId: first.id, schema: "goods", part: 2 };
  await graphql.read(
    z.unknown(),
    `mutation ($weight: CorrectFieldInput!, $all: ConfirmFieldsInput!) {
      correctField(input: $weight) { __typename } confirmFields(input: $all) { __typename } }`,
    { weight: { ...place, path: "weight", text: "7.25" }, all: place },
  );
  const second = await partsRead(2, "4.75");
  await vi.waitFor(async () => {
    const parts = await second.again();
    expect(parts.map(({ data }) => data?.["weight"])).toEqual([null, 4.75]);
    const weight = parts[1]?.fields.find(({ path }) => path === "weight");
    expect(weight?.citations).toEqual([{ page: 2, text: "4.75" }]);
  }, PATIENCE);
});

test("a file with one invoice that is split has one part", async () => {
  const html = `<!doctype html><h1>Invoice</h1><p>Invoice number: RE-1</p><p>Invoice date: 12.03.2026</p>`;
  const hash = await rest.submit(new TextEncoder().encode(html), { schema: "invoice", split: "true" });
  await rest.waitUntilSettled(hash);
  const answer = await rest.request("/whisper-fields", { query: { whisper_hash: hash } });
  expect(await answer.json()).toMatchObject({
    parts: [{ part: 1, pages: [1, 1], data: { invoice_number: "RE-1" } }],
  });
});

test("a document without invoices is not split, and says why", async () => {
  const bytes = new TextEncoder().encode("A receipt");
  for (const [query, reason] of [
    [{ schema: "receipt", split: "true" }, /split: expected with the schema invoice/u],
    [{ split: "true" }, /split: expected with a schema/u],
  ] as const) {
    const refused = await rest.request("/whisper", { method: "POST", query, body: bytes });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(reason);
  }
  const { id } = await submitted({});
  const mutation = "mutation ($input: ReadFieldsInput!) { readFields(input: $input) { __typename } }";
  const input = { jobId: id, schema: "form", split: true };
  expect((await graphql.ask(mutation, { input })).errors).toMatchObject([
    { message: expect.stringContaining("split: expected"), extensions: { code: "BAD_INPUT" } },
  ]);
  const reject = "mutation ($input: DocumentFieldsInput!) { rejectFields(input: $input) { __typename } }";
  const missing = { jobId: id, schema: "invoice", part: 7 };
  expect((await graphql.ask(reject, { input: missing })).errors).toMatchObject([
    { message: expect.stringContaining("part 7"), extensions: { code: "NOT_FOUND" } },
  ]);
});
