import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { psql, psqlMissing } from "../../support/clients/psql.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PASSWORD = "Grüße & 50%41";
const OTHER = "no-such-secret-3141";
const TEXT = "This page was encrypted";
const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const DOCUMENT = Buffer.from(encrypted("AES", { user: PASSWORD, owner: "owner" }).bytes);

/** Like a client that sends headers as bytes: each byte of UTF-8 becomes a character. */
const header = (password: string): string => Buffer.from(password, "utf8").toString("latin1");

const files = temporaryFolder();
let service: RunningService;
beforeAll(async () => {
  for (const folder of ["in", "out"]) await mkdir(join(files.path, folder));
  await writeFile(join(files.path, "in", "locked.pdf"), DOCUMENT);
  service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path, LOG_LEVEL: "trace" } });
}, 120_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
}, 60_000);

describe("REST", () => {
  test.each([
    ["header", { headers: { "document-password": header(PASSWORD) } }, {}],
    ["header of a client that sends ISO 8859-1", { headers: { "document-password": PASSWORD } }, {}],
    ["parameter", {}, { document_password: PASSWORD }],
    ["owner's password", { headers: { "document-password": "owner" } }, {}],
  ])("version 2 opens a document with the %s", async (_, init, query) => {
    const rest = createRestClient(service);
    const answer = await rest.request("/whisper", {
      method: "POST",
      body: DOCUMENT,
      query: { mode: "native_text", ...query },
      ...init,
    });
    const { whisper_hash } = z.object({ whisper_hash: z.string() }).parse(await answer.json());
    expect(await rest.waitUntilSettled(whisper_hash)).toMatchObject({ status: "processed" });
    expect((await rest.retrieve(whisper_hash)).result_text).toContain(TEXT);
  });

  test.each([
    ["none", {}, "no password was given"],
    ["another", { "document-password": OTHER }, "the given password is wrong"],
  ])("with %s it says which parameter to send", async (_, headers, reason) => {
    const rest = createRestClient(service);
    const query = { mode: "native_text" };
    const answer = await rest.request("/whisper", { method: "POST", body: DOCUMENT, query, headers });
    const { whisper_hash } = z.object({ whisper_hash: z.string() }).parse(await answer.json());
    const { status, message } = await rest.waitUntilSettled(whisper_hash);
    expect(status).toBe("error");
    expect(message).toContain(reason);
    expect(message).toContain("document_password");
    expect(message).not.toContain(OTHER);
  });

  test("version 1 opens it, too, and immediately reports a missing password", async () => {
    const post = (headers: Record<string, string>): Promise<Response> =>
      fetch(`${service.url}/v1/whisper?processing_mode=text&output_mode=text&force_text_processing=true`, {
        method: "POST",
        headers: { "service-key": service.serviceKey, ...headers },
        body: DOCUMENT,
      });
    const opened = await post({ "document-password": header(PASSWORD) });
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining(TEXT)]);
    const refused = await post({});
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("document_password"),
    ]);
  });

  test("a password that is too long is rejected with its parameter's name", async () => {
    const answer = await createRestClient(service).request("/whisper", {
      method: "POST",
      body: DOCUMENT,
      headers: { "document-password": "x".repeat(1001) },
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: "document_password: expected at most 1000 characters" },
    ]);
  });
});

test("GraphQL opens a document with documentPassword", async () => {
  const client = createGraphqlClient(service);
  const { id: upload } = await client.upload("locked.pdf", DOCUMENT);
  const submitted = await client.read(
    z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) }),
    `mutation ($upload: ID!, $password: String!) {
      submitDocument(input: { upload: $upload, documentPassword: $password, options: { mode: NATIVE_TEXT } }) {
        job { id }
      }
    }`,
    { upload, password: PASSWORD },
  );
  const { id } = submitted.submitDocument.job;
  const status = async (): Promise<unknown> =>
    (await client.ask("query ($id: ID!) { job(id: $id) { status statusMessage } }", { id })).data;
  await expect.poll(status, { timeout: 60_000 }).toEqual({ job: { status: "PROCESSED", statusMessage: "" } });
});

test("a GraphQL client sets and removes a workflow's password, and never sees it", async () => {
  const ask = async (query: string): Promise<unknown> => {
    const answer = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
      body: JSON.stringify({ query }),
    });
    return answer.json();
  };
  const created = await ask(
    `mutation { createWorkflow(input: { name: "locked", documentPassword: "first" }) { workflow { id hasDocumentPassword } } }`,
  );
  const { workflow } = z
    .object({
      data: z.object({
        createWorkflow: z.object({
          workflow: z.object({ id: z.string(), hasDocumentPassword: z.literal(true) }),
        }),
      }),
    })
    .parse(created).data.createWorkflow;
  const changed = (documentPassword: string): Promise<unknown> =>
    ask(
      `mutation { updateWorkflow(input: { id: "${workflow.id}", documentPassword: ${documentPassword} }) { workflow { hasDocumentPassword } } }`,
    );
  const has = (hasDocumentPassword: boolean): object => ({
    data: { updateWorkflow: { workflow: { hasDocumentPassword } } },
  });
  expect(await changed("null")).toEqual(has(true));
  expect(await changed('""')).toEqual(has(false));
});

describe("a pipeline", () => {
  const end = (configuration: object) => ({ kind: LOCAL, settings: settingsOf(), configuration });
  const settingsOf = () => ({ connectorName: crypto.randomUUID(), path: files.path });
  const made = (): Promise<string> =>
    madePipeline(service, { source: end({ folders: ["in"] }), destination: end({ folder: "out" }) });
  const texts = async (): Promise<readonly string[]> => {
    const names = (await readdir(join(files.path, "out"), { recursive: true })).filter((name) =>
      name.endsWith("locked.pdf.txt"),
    );
    return Promise.all(names.map((name) => readFile(join(files.path, "out", name), "utf8")));
  };

  test("opens documents with its workflow's password, which is never shown and only changes if it is sent", async () => {
    const pipeline = await made();
    expect(await ran(service, pipeline)).toMatchObject({
      failedFiles: 1,
      files: { nodes: [{ errorMessage: expect.stringContaining("document_password") }] },
    });
    const { at } = await callManagement(service, `GET /pipeline/${pipeline}/`);
    const workflow = z.string().parse(at("workflow"));
    const changed = await callManagement(service, `PATCH /workflow/${workflow}/`, {
      document_password: PASSWORD,
    });
    expect(changed).toMatchObject({ status: 200, json: { has_document_password: true } });
    expect(JSON.stringify(changed.json)).not.toContain(PASSWORD);
    const again = await callManagement(service, `PUT /workflow/${workflow}/`, changed.json);
    expect(again).toMatchObject({ status: 200, json: { has_document_password: true } });
    expect(await ran(service, pipeline)).toMatchObject({ successfulFiles: 1, failedFiles: 0 });
    expect(await texts()).toContainEqual(expect.stringContaining(TEXT));
    const removed = await callManagement(service, `PATCH /workflow/${workflow}/`, { document_password: "" });
    expect(removed).toMatchObject({ status: 200, json: { has_document_password: false } });
  });

  test("opens posted documents with the password in the form or header, and rejects either without files", async () => {
    const pipeline = await made();
    const collection = await callManagement(service, `GET /pipeline/api/client_collection/${pipeline}/`);
    const url = z.string().parse(collection.at("item", 0, "request", "url"));
    const authorization = z.string().parse(collection.at("item", 0, "request", "header", 0, "value"));
    const form = (): FormData => {
      const body = new FormData();
      body.append("files", new Blob([DOCUMENT]), "posted.pdf");
      return body;
    };
    const withField = form();
    withField.append("document_password", PASSWORD);
    for (const init of [
      { body: withField, headers: { authorization } },
      { body: form(), headers: { authorization, "document-password": header(PASSWORD) } },
    ]) {
      expect((await fetch(url, { method: "POST", ...init })).status).toBe(200);
    }
    const written = async (): Promise<readonly string[]> =>
      (await readdir(join(files.path, "out"), { recursive: true })).filter((name) =>
        name.endsWith("posted.pdf.txt"),
      );
    await expect.poll(async () => (await written()).length, { timeout: 60_000 }).toBe(2);
    const refused = await fetch(url, {
      method: "POST",
      headers: { authorization, "document-password": header(PASSWORD) },
    });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ attr: "document_password" }] });
  });
});

test("the log contains no password, and neither does the database once the jobs are finished", async (context) => {
  expect(service.logs()).not.toContain(PASSWORD);
  expect(service.logs()).not.toContain(header(PASSWORD));
  expect(service.logs()).not.toContain(encodeURIComponent(PASSWORD));
  const missing = await psqlMissing();
  if (missing !== undefined) context.skip(missing);
  const port = (await readFile(`${service.dataDir}/postgres/data/postmaster.pid`, "utf8")).split("\n")[3];
  const password = (await readFile(`${service.dataDir}/postgres/password`, "utf8").catch(() => "")).trim();
  const url = `postgresql://galley:${password}@127.0.0.1:${port}/postgres`;
  const rows = await psql(url, "select count(*) from job where sealed_document_password is not null");
  expect(rows).toEqual([["0"]]);
});
