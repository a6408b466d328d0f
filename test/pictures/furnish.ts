import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { invoice, letter, statement } from "../fixtures/business.ts";
import { garbage } from "../fixtures/damaged.ts";
import { form } from "../fixtures/forms.ts";
import { createGraphqlClient } from "../support/graphql-client.ts";
import { madePipeline, ran } from "../support/pipelines.ts";
import type { RunningService } from "../support/service.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";

const ENVIRONMENT = new URL("../../examples/", import.meta.url);

/** What the pictures show. */
export interface Furnished {
  readonly document: string;
  readonly pipeline: string;
  readonly run: string;
}

const SUBMIT = `mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }`;
const submitted = z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) });
const runs = z.object({ pipeline: z.object({ recentRuns: z.array(z.object({ id: z.string() })) }) });

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
  await submit("scan.png", await readFile(new URL("scan.png", ENVIRONMENT)), {
    options: { mode: "HIGH_QUALITY" },
  });
  const document = await submit("invoice-4711.pdf", invoice().bytes, {
    tag: "invoices",
    options: { mode: "FORM" },
  });
  const pipeline = await furnishedPipeline(service, folder);
  const { pipeline: shown } = await client.read(
    runs,
    `query ($id: ID!) { pipeline(id: $id) { recentRuns(first: 1) { id } } }`,
    { id: pipeline },
  );
  return { document, pipeline, run: shown.recentRuns[0]?.id ?? "" };
}

/** A pipeline from folder to folder that ran twice; the second time one file failed. */
async function furnishedPipeline(service: RunningService, folder: string): Promise<string> {
  for (const name of ["incoming", "texts"]) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "incoming", "invoice-4711.pdf"), invoice().bytes);
  await writeFile(join(folder, "incoming", "letter.pdf"), letter().bytes);
  const end = { kind: LOCAL, settings: { connectorName: "Archive", path: folder } };
  const pipeline = await madePipeline(service, {
    source: { ...end, configuration: { folders: ["incoming"] } },
    destination: { ...end, configuration: { folder: "texts" } },
  });
  const client = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
  await client.ask(
    `mutation ($input: UpdatePipelineInput!) { updatePipeline(input: $input) { pipeline { id } } }`,
    {
      input: { id: pipeline, name: "Invoices to texts", cron: "30 7 * * 1-5" },
    },
  );
  await ran(service, pipeline);
  await writeFile(join(folder, "incoming", "statement.pdf"), statement().bytes);
  await writeFile(join(folder, "incoming", "broken.pdf"), garbage());
  await ran(service, pipeline);
  return pipeline;
}
