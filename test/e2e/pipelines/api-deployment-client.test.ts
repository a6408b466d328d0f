import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

/** A pipeline whose workflow accepts posted files and returns texts, like an API deployment. */
interface Deployment {
  readonly url: string;
  readonly key: string;
}

/** What the published client returns to its user. */
interface ClientAnswer {
  readonly statusCode: number;
  readonly pending: boolean;
  readonly executionStatus: unknown;
  readonly error: unknown;
  readonly extractionResult: unknown;
  readonly statusCheckApiEndpoint?: string;
}

const IN_PROGRESS = new Set(["PENDING", "EXECUTING", "READY", "QUEUED", "INITIATED"]);

/** Sends and reads what the published Python client does; the newer version builds its paths itself. */
class DeploymentClient {
  readonly #headers: Record<string, string>;
  readonly #base: string;
  readonly #path: string;

  constructor({ url, key }: Deployment, version: "1.5" | "2") {
    const { origin, pathname } = new URL(url);
    this.#headers = { authorization: `Bearer ${key}` };
    this.#base = origin;
    const names = pathname.replace(/\/$/, "").split("/").slice(-2).join("/");
    this.#path = version === "2" ? `/deployment/api/${names}/` : pathname;
  }

  async structureFile(timeout: number, documents: readonly Uint8Array[]): Promise<ClientAnswer> {
    const form = new FormData();
    form.append("timeout", `${timeout}`);
    form.append("include_metadata", "False");
    for (const [index, document] of documents.entries()) {
      form.append("files", new Blob([Buffer.from(document)]), `${index + 1}.pdf`);
    }
    const options = { method: "POST", headers: this.#headers, body: form };
    const response = await fetch(this.#base + this.#path, options);
    const body = bodySchema.parse(await response.json());
    const {
      execution_status = "",
      status_api,
      error = "",
      result = "",
    } = messageSchema.parse(body.message ?? {});
    const pending = response.ok && IN_PROGRESS.has(execution_status);
    return {
      statusCode: response.status,
      pending,
      executionStatus: execution_status,
      error: response.status === 401 ? body.errors?.[0]?.detail : error,
      extractionResult: result,
      ...(pending && status_api !== undefined && { statusCheckApiEndpoint: status_api }),
    };
  }

  async checkExecutionStatus(endpoint = ""): Promise<ClientAnswer> {
    const url = new URL(this.#base + endpoint);
    url.searchParams.set("include_metadata", "False");
    const response = await fetch(url, { headers: this.#headers });
    const { status = "", error = "", message = "" } = bodySchema.parse(await response.json());
    const pending = IN_PROGRESS.has(status) || response.status >= 500;
    return {
      statusCode: response.status,
      pending,
      executionStatus: status,
      error,
      extractionResult: message,
    };
  }
}

const bodySchema = z.looseObject({
  status: z.string().optional(),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
  errors: z.array(z.object({ detail: z.string() })).optional(),
});
const messageSchema = z.looseObject({
  execution_status: z.string().optional(),
  status_api: z.string().optional(),
  error: z.unknown().optional(),
  result: z.unknown().optional(),
});

const resultSchema = z.object({
  result: z.string(),
  renditions: z.record(z.string(), z.string().nullable()).optional(),
});

let service: RunningService;
let deployment: Deployment;

beforeAll(async () => {
  service = await startService();
  deployment = await deployed("as an API", {});
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** A pipeline with a public address. */
async function deployed(name: string, extraction_options: object): Promise<Deployment> {
  const made = async (path: string, body: object): Promise<string> =>
    z.object({ id: z.string() }).parse((await callManagement(service, `POST /${path}/`, body)).json).id;
  const workflow = await made("workflow", { workflow_name: name, extraction_options });
  const { json } = await callManagement(service, `GET /workflow/endpoint/?workflow=${workflow}`);
  for (const { id } of z.object({ results: z.array(z.object({ id: z.string() })) }).parse(json).results) {
    await callManagement(service, `PATCH /workflow/endpoint/${id}/`, { connection_type: "API" });
  }
  const pipeline = await made("pipeline", { pipeline_name: name, workflow, allow_overlap: true });
  const keys = await callManagement(service, `GET /api/keys/pipeline/${pipeline}/`);
  return {
    url: `${service.url}/deployment/pipeline/api/default/${pipeline}/`,
    key: z.array(z.object({ api_key: z.string() })).parse(keys.json)[0]?.api_key ?? "",
  };
}

const DONE = [
  {
    file: "1.pdf",
    file_execution_id: expect.any(String),
    status: "Success",
    result: expect.stringContaining("Harbour master"),
    error: null,
  },
];

test.each(["1.5", "2"] as const)(
  "client %s posts files, polls while the run is pending and gets the result once",
  async (version) => {
    const client = new DeploymentClient(deployment, version);
    const posted = await client.structureFile(0, [letter().bytes]);
    expect(posted).toMatchObject({ statusCode: 200, pending: true, error: null, extractionResult: null });
    const check = (): Promise<ClientAnswer> => client.checkExecutionStatus(posted.statusCheckApiEndpoint);
    const seen: ClientAnswer[] = [];
    await expect
      .poll(async () => seen[seen.push(await check()) - 1]?.pending, { timeout: 60_000, interval: 50 })
      .toBe(false);
    for (const { statusCode } of seen.slice(0, -1)) expect(statusCode).toBe(422);
    expect(seen.at(-1)).toEqual({
      statusCode: 200,
      pending: false,
      executionStatus: "COMPLETED",
      error: null,
      extractionResult: DONE,
    });
    expect(await check()).toMatchObject({
      statusCode: 406,
      pending: false,
      executionStatus: "COMPLETED",
      extractionResult: "Result already acknowledged.",
    });
  },
);

test.each(["1.5", "2"] as const)(
  "client %s gets the result with its timeout of 300 seconds at once",
  async (version) => {
    const answer = await new DeploymentClient(deployment, version).structureFile(300, [letter().bytes]);
    expect(answer).toEqual({
      statusCode: 200,
      pending: false,
      executionStatus: "COMPLETED",
      error: null,
      extractionResult: DONE,
    });
  },
);

test("the client is informed of a failed file", async () => {
  const broken = letter().bytes.subarray(0, 300);
  const answer = await new DeploymentClient(deployment, "1.5").structureFile(300, [broken]);
  expect(answer).toMatchObject({
    pending: false,
    executionStatus: expect.stringMatching(/COMPLETED|ERROR/),
    extractionResult: [{ file: "1.pdf", status: "Failed", result: null, error: expect.stringMatching(/./) }],
  });
});

test("the client gets errors for a wrong key, an unknown execution and a wrong timeout", async () => {
  const stranger = new DeploymentClient({ ...deployment, key: "nonsense" }, "1.5");
  expect(await stranger.structureFile(0, [])).toMatchObject({ statusCode: 401, error: "Unauthorized" });
  const client = new DeploymentClient(deployment, "1.5");
  const unknown = `${new URL(deployment.url).pathname}?execution_id=00000000-0000-4000-8000-000000000000`;
  expect(await client.checkExecutionStatus(unknown)).toMatchObject({ statusCode: 404, pending: false });
  for (const timeout of [301, -2, 1.5]) {
    expect(await client.structureFile(timeout, [letter().bytes])).toMatchObject({
      statusCode: 400,
      pending: false,
    });
  }
});

test("metadata is included in the result unless include_metadata is false", async () => {
  const form = new FormData();
  form.append("files", new Blob([Buffer.from(letter().bytes)]), "1.pdf");
  // Fields may follow the files.
  form.append("timeout", "300");
  const headers = { authorization: `Bearer ${deployment.key}` };
  const response = await fetch(deployment.url, { method: "POST", headers, body: form });
  expect(await response.json()).toMatchObject({
    execution_status: "COMPLETED",
    message: { result: [{ file: "1.pdf", metadata: { file_name: "1.pdf" } }] },
  });
});

test("the result has the renditions that are asked for, kept or worked out, beside the documented text", async () => {
  const { url, key } = await deployed(`with renditions ${randomUUID().slice(0, 8)}`, {
    renditions: ["markdown", "chunks"],
  });
  const headers = { authorization: `Bearer ${key}` };
  const post = async (fields: Readonly<Record<string, string>>): Promise<Response> => {
    const form = new FormData();
    form.append("files", new Blob([Buffer.from(letter().bytes)]), "1.pdf");
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return fetch(url, { method: "POST", headers, body: form });
  };
  const waited = await post({ timeout: "300", renditions: "markdown,html,chunks" });
  const { message } = z
    .object({ message: z.object({ result: z.array(resultSchema) }) })
    .parse(await waited.json());
  const [file] = message.result;
  expect(file?.result).toContain("Harbour master");
  expect(file?.renditions).toEqual({
    markdown: expect.stringContaining("Harbour master"),
    html: expect.stringContaining("Harbour master"),
    chunks: expect.stringContaining("Harbour master"),
  });
  expect(
    z
      .array(z.looseObject({ places: z.array(z.unknown()) }))
      .parse(JSON.parse(file?.renditions?.["chunks"] ?? "")),
  ).not.toEqual([]);

  const { execution_id } = z.object({ execution_id: z.string() }).parse(await (await post({})).json());
  const polled = async (query: string): Promise<Response> =>
    fetch(`${url}?execution_id=${execution_id}${query}`, { headers });
  expect((await polled("&renditions=docx")).status).toBe(400);
  const answers: Response[] = [];
  await expect
    .poll(async () => answers[answers.push(await polled("&renditions=markdown")) - 1]?.status, {
      timeout: 60_000,
    })
    .toBe(200);
  expect(await answers.at(-1)?.json()).toMatchObject({
    message: [{ result: file?.result, renditions: { markdown: file?.renditions?.["markdown"] } }],
  });
  expect((await polled("&renditions=markdown")).status).toBe(406);
});
