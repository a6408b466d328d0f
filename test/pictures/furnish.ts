import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { invoice, letter, statement } from "../fixtures/business.ts";
import { garbage } from "../fixtures/bombs/damaged.ts";
import { form } from "../fixtures/forms.ts";
import { createGraphqlClient, type GraphqlClient } from "../support/clients/graphql-client.ts";
import type { RunningService } from "../support/service.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";

const EXAMPLES = new URL("../../examples/", import.meta.url);

/** What the pictures show. */
export interface Furnished {
  readonly document: string;
  readonly pipeline: string;
  readonly run: string;
}

const MOST_POLLS = 600;

interface Bill {
  readonly number: string;
  readonly seller: string;
  readonly date: string;
  readonly item: string;
  readonly quantity: number;
  readonly price: number;
  /** What is printed as the total: not that of the rows on one of them. */
  readonly total: number;
}

const BILLS: readonly Bill[] = [
  {
    number: "RS-2026-101",
    seller: "Rope & Sail Ltd",
    date: "3 March 2026",
    item: "Rope, 12 mm",
    quantity: 40,
    price: 3.15,
    total: 126,
  },
  {
    number: "HB-7712",
    seller: "Harbour Bakery GmbH",
    date: "5 March 2026",
    item: "Rolls",
    quantity: 120,
    price: 0.45,
    total: 54,
  },
  {
    number: "2026/88",
    seller: "Lighthouse Paper Ltd",
    date: "9 March 2026",
    item: "Paper A4",
    quantity: 25,
    price: 4.2,
    total: 115,
  },
];

const identified = z.object({ id: z.string() });
const made = z.record(z.string(), z.record(z.string(), identified));
const ENDS = `query ($id: ID!) { workflow(id: $id) { source { id } destination { id } } }`;
const endsSchema = z.object({ workflow: z.object({ source: identified, destination: identified }) });
const RUN = `mutation ($id: ID!) { runPipeline(input: { pipelineId: $id }) { run { id } } }`;
const STATUS = `query ($id: ID!) { run(id: $id) { status } }`;
const statusSchema = z.object({ run: z.object({ status: z.string() }) });
const SUBMIT = `mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }`;
const submitted = z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) });

/** Fills a new service with documents, a pipeline of two runs, and keys, through its API. */
export async function furnish(service: RunningService, folder: string): Promise<Furnished> {
  const client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
  const submit = async (name: string, document: Uint8Array, input: object = {}): Promise<string> => {
    const { id: upload } = await client.upload(name, document);
    const answer = await client.read(submitted, SUBMIT, { input: { upload, ...input } });
    return answer.submitDocument.job.id;
  };
  await submit("letter.pdf", letter().bytes, { tag: "post" });
  await submit("statement-october.pdf", statement().bytes, { tag: "bank", options: { mode: "TABLE" } });
  await submit("application-form.pdf", form().bytes, { tag: "post", options: { mode: "FORM" } });
  await submit("broken.pdf", garbage());
  await submit("scan.png", await readFile(new URL("scan.png", EXAMPLES)), {
    options: { mode: "HIGH_QUALITY" },
  });
  const document = await submit("invoice-4711.pdf", invoice().bytes, {
    tag: "invoices",
    options: { mode: "FORM" },
    schema: "invoice",
  });
  for (const bill of BILLS) await submit(`${bill.number}.html`, billOf(bill), { schema: "invoice" });
  const { pipeline, run } = await furnishedPipeline(client, folder);
  return { document, pipeline, run };
}

function billOf({ number, seller, date, item, quantity, price, total }: Bill): Uint8Array {
  const rows = [
    ["Description", "Quantity", "Unit price", "Amount"],
    [item, `${quantity}`, price.toFixed(2), (quantity * price).toFixed(2)],
  ];
  const table = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return Buffer.from(`<!doctype html><h1>Invoice</h1><p>${seller}</p><p>Invoice number: ${number}</p>
<p>Invoice date: ${date}</p><table border="1">${table}</table><p>Total: ${total.toFixed(2)} EUR</p>`);
}

/** A pipeline from folder to folder that ran twice; the second time one file failed. */
async function furnishedPipeline(
  client: GraphqlClient,
  folder: string,
): Promise<Pick<Furnished, "pipeline" | "run">> {
  for (const name of ["incoming", "texts"]) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "incoming", "invoice-4711.pdf"), invoice().bytes);
  await writeFile(join(folder, "incoming", "letter.pdf"), letter().bytes);
  const make = async (mutation: string, result: string, input: object): Promise<string> => {
    const query = `mutation ($input: ${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input!) {
      ${mutation}(input: $input) { ${result} { id } }
    }`;
    const answer = await client.read(made, query, { input });
    return answer[mutation]?.[result]?.id ?? "";
  };
  const connector = await make("createConnector", "connector", {
    kindId: LOCAL,
    name: "Archive",
    settings: { path: folder },
  });
  const workflow = await make("createWorkflow", "workflow", { name: "Invoices to texts" });
  const { workflow: ends } = await client.read(endsSchema, ENDS, { id: workflow });
  const end = { connection: "FILE_SYSTEM", connectorId: connector };
  const [source, destination] = [ends.source.id, ends.destination.id];
  await make("updateWorkflowEndpoint", "endpoint", {
    ...end,
    id: source,
    configuration: { folders: ["incoming"] },
  });
  await make("updateWorkflowEndpoint", "endpoint", {
    ...end,
    id: destination,
    configuration: { folder: "texts" },
  });
  const pipeline = await make("createPipeline", "pipeline", {
    name: "Invoices to texts",
    workflowId: workflow,
    cron: "30 7 * * 1-5",
  });
  await ranOnce(client, pipeline);
  await writeFile(join(folder, "incoming", "statement.pdf"), statement().bytes);
  await writeFile(join(folder, "incoming", "broken.pdf"), garbage());
  return { pipeline, run: await ranOnce(client, pipeline) };
}

/** Runs the pipeline to its end. Returns the run's id. */
async function ranOnce(client: GraphqlClient, id: string): Promise<string> {
  const { runPipeline } = await client.read(made, RUN, { id });
  const run = runPipeline?.["run"]?.id ?? "";
  for (let polls = 0; polls < MOST_POLLS; polls += 1) {
    const { run: now } = await client.read(statusSchema, STATUS, { id: run });
    if (now.status !== "PENDING" && now.status !== "EXECUTING") return run;
    await setTimeout(200);
  }
  throw new Error("The run did not end.");
}
