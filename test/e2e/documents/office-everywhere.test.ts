import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createExtractor } from "@galley/core";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { encryptedOffice } from "../../fixtures/encryption/encrypted-office.ts";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import { deckWithNotes, mailFile, wordFile, workbookFile } from "../../fixtures/office.ts";
import { runGalley } from "../../support/command-line.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const PASSWORD = "Grüße & 50%41";
const OTHER = "another secret 2718";

/** In Windows-1252, whose codes of these letters are those of Unicode. */
const CSV = Uint8Array.from("Größe;Preis\r\nklein;1,50\r\ngroß;2,75\r\n", (character) =>
  character.charCodeAt(0),
);

interface Sample {
  readonly name: string;
  readonly document: Uint8Array;
  readonly options: Readonly<Record<string, string>>;
  readonly password: string;
  readonly wanted: readonly string[];
}

const samples = new Map<string, Sample>();

const files = temporaryFolder();
let service: RunningService;
beforeAll(async () => {
  await using extractor = createExtractor({ threads: 1 });
  const { png } = await extractor.renderPage(letter().bytes, 1, { dpi: 150, grey: true });
  const sample = (name: string, document: Uint8Array, rest: Partial<Sample>): void => {
    samples.set(name, { name, document, options: {}, password: "", wanted: [], ...rest });
  };
  sample("mail.eml", mailFile(), {
    options: { attachments: "read" },
    wanted: ["See attached.", "Text of a.txt", "Text of b.txt", "Text of c.txt"],
  });
  sample("deck.pptx", deckWithNotes(), {
    options: { remark_text: "keep" },
    wanted: ["Results of May", "Thank the team"],
  });
  sample("prices.csv", CSV, { wanted: ["Größe", "1,50", "groß"] });
  sample("scans.zip", zipSync({ "one.png": png, "more/two.png": png }), {
    options: { mode: "low_cost" },
    wanted: ["Harbour master"],
  });
  sample("locked.docx", encryptedOffice(wordFile(["Locked words"]), PASSWORD), {
    password: PASSWORD,
    wanted: ["Locked words"],
  });
  sample("locked.xlsx", encryptedOffice(workbookFile([["Locked cells", "4711"]]), PASSWORD), {
    password: PASSWORD,
    wanted: ["Locked cells", "4711"],
  });
  sample("locked.pdf", encrypted("AES", { user: PASSWORD, owner: "owner" }).bytes, {
    password: PASSWORD,
    wanted: ["This page was encrypted"],
  });
  for (const { name, document } of samples.values()) await writeFile(join(files.path, name), document);
  service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path, LOG_LEVEL: "trace" } });
}, 120_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
}, 60_000);

const NAMES = [
  "mail.eml",
  "deck.pptx",
  "prices.csv",
  "scans.zip",
  "locked.docx",
  "locked.xlsx",
  "locked.pdf",
];

function sampleOf(name: string): Sample {
  const sample = samples.get(name);
  if (!sample) throw new Error(`There is no sample ${name}.`);
  return sample;
}

function expectWanted(text: string, { wanted }: Sample): void {
  for (const part of wanted) expect(text).toContain(part);
}

const header = (password: string): Record<string, string> =>
  password === "" ? {} : { "document-password": Buffer.from(password, "utf8").toString("latin1") };

test.each(NAMES)(
  "REST version 2 reads %s",
  async (name) => {
    const sample = sampleOf(name);
    const rest = createRestClient(service);
    const answer = await rest.request("/whisper", {
      method: "POST",
      body: Buffer.from(sample.document),
      query: { mode: "native_text", ...sample.options },
      headers: header(sample.password),
    });
    const { whisper_hash } = z.object({ whisper_hash: z.string() }).parse(await answer.json());
    expect(await rest.waitUntilSettled(whisper_hash)).toMatchObject({ status: "processed" });
    expectWanted((await rest.retrieve(whisper_hash)).result_text, sample);
  },
  120_000,
);

test.each(NAMES)(
  "REST version 1 reads %s",
  async (name) => {
    const sample = sampleOf(name);
    const { mode: _, ...options } = sample.options;
    const query = new URLSearchParams({ processing_mode: "text", output_mode: "line-printer", ...options });
    const answer = await fetch(`${service.url}/v1/whisper?${query.toString()}`, {
      method: "POST",
      headers: { "service-key": service.serviceKey, ...header(sample.password) },
      body: Buffer.from(sample.document),
    });
    expect(answer.status).toBe(200);
    expectWanted(await answer.text(), sample);
  },
  120_000,
);

test.each(NAMES)(
  "GraphQL reads %s",
  async (name) => {
    const sample = sampleOf(name);
    const client = createGraphqlClient(service);
    const { id: upload } = await client.upload(name, sample.document);
    const { attachments, remark_text, mode = "native_text" } = sample.options;
    const options = {
      mode: mode.toUpperCase(),
      ...(attachments !== undefined && { attachments: attachments.toUpperCase() }),
      ...(remark_text !== undefined && { remarkText: remark_text.toUpperCase() }),
    };
    const input = { upload, options, ...(sample.password !== "" && { documentPassword: sample.password }) };
    const submitted = await client.read(
      z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) }),
      "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }",
      { input },
    );
    const { id } = submitted.submitDocument.job;
    const status = async (): Promise<unknown> =>
      (await client.ask("query ($id: ID!) { job(id: $id) { status } }", { id })).data;
    await expect.poll(status, { timeout: 90_000 }).toEqual({ job: { status: "PROCESSED" } });
    const { job } = await client.read(
      z.object({ job: z.object({ pages: z.object({ nodes: z.array(z.object({ text: z.string() })) }) }) }),
      "query ($id: ID!) { job(id: $id) { pages(first: 10) { nodes { text } } } }",
      { id },
    );
    expectWanted(job.pages.nodes.map(({ text }) => text).join("\n"), sample);
  },
  120_000,
);

test.each(NAMES)(
  "the command line reads %s",
  async (name) => {
    const sample = sampleOf(name);
    const options = Object.entries({ mode: "native_text", ...sample.options }).flatMap(([option, value]) => [
      `--${option.replaceAll("_", "-")}`,
      value,
    ]);
    const password = sample.password === "" ? [] : ["--password", sample.password];
    const run = await runGalley(["extract", join(files.path, name), ...options, ...password]);
    expect(run).toMatchObject({ exitCode: 0 });
    expectWanted(run.stdout, sample);
  },
  120_000,
);

test("the command line says why it cannot read a document, and how to give the password", async () => {
  const locked = join(files.path, "locked.docx");
  for (const [password, reason] of [
    [[], "no password was given"],
    [["--password", "wrong"], "the given password is wrong"],
  ] as const) {
    const run = await runGalley(["extract", locked, ...password]);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
    expect(run.stderr).toContain(reason);
    expect(run.stderr).toContain("Use --password.");
    expect(run.stderr).not.toContain("    at ");
  }
  await writeFile(join(files.path, "broken.xlsx"), wordFile(["x"]).slice(0, 100));
  const run = await runGalley(["extract", join(files.path, "broken.xlsx")]);
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.stderr).toMatch(/damaged ZIP file[^\n]*\n?$/);
});

describe("a pipeline", () => {
  const folderOf = async (documents: Readonly<Record<string, Uint8Array>>): Promise<string> => {
    const folder = crypto.randomUUID();
    await mkdir(join(files.path, folder, "in"), { recursive: true });
    await mkdir(join(files.path, folder, "out"));
    for (const [name, document] of Object.entries(documents))
      await writeFile(join(files.path, folder, "in", name), document);
    return join(files.path, folder);
  };
  const made = (path: string, { passwords, ...taken }: { passwords?: unknown; archives?: string }) => {
    const settings = () => ({ connectorName: crypto.randomUUID(), path });
    return madePipeline(service, {
      source: {
        kind: LOCAL,
        settings: { ...settings(), ...(passwords !== undefined && { documentPasswords: passwords }) },
        configuration: { folders: ["in"], ...taken },
      },
      destination: { kind: LOCAL, settings: settings(), configuration: { folder: "out" } },
    });
  };
  const written = async (path: string, end: string): Promise<string> => {
    const names = await readdir(join(path, "out"), { recursive: true });
    const name = names.find((candidate) => candidate.endsWith(end));
    return name === undefined
      ? `${end} is missing of ${names.join(", ")}`
      : readFile(join(path, "out", name), "utf8");
  };

  test("reads every one of them, with options of its workflow", async () => {
    const readable = NAMES.filter((name) => sampleOf(name).password === "");
    const path = await folderOf(Object.fromEntries(readable.map((name) => [name, sampleOf(name).document])));
    const pipeline = await made(path, {});
    const { at } = await callManagement(service, `GET /pipeline/${pipeline}/`);
    const workflow = z.string().parse(at("workflow"));
    await callManagement(service, `PATCH /workflow/${workflow}/`, {
      extraction_options: { mode: "low_cost", attachments: "read", remark_text: "keep" },
    });
    expect(await ran(service, pipeline)).toMatchObject({ successfulFiles: readable.length, failedFiles: 0 });
    for (const name of readable) expectWanted(await written(path, `${name}.txt`), sampleOf(name));
  }, 120_000);

  test("opens encrypted documents with the passwords of its connector, which are never shown", async () => {
    const path = await folderOf({
      "one.docx": sampleOf("locked.docx").document,
      "two.pdf": sampleOf("locked.pdf").document,
      "three.docx": encryptedOffice(wordFile(["Other words"]), OTHER),
      "open.docx": wordFile(["Open words"]),
    });
    const pipeline = await made(path, { passwords: [OTHER, PASSWORD] });
    expect(await ran(service, pipeline)).toMatchObject({ successfulFiles: 4, failedFiles: 0 });
    expect(await written(path, "one.docx.txt")).toContain("Locked words");
    expect(await written(path, "three.docx.txt")).toContain("Other words");
    const shown = await callManagement(service, "GET /connector/");
    expect(JSON.stringify(shown.json)).not.toContain(OTHER);
    expect(service.logs()).not.toContain(OTHER);
  }, 120_000);

  test.each([
    ["without a password", undefined, "no password was given"],
    ["with a wrong one", "wrong", "the given password is wrong"],
  ])(
    "fails a document %s and says where to set it",
    async (_, passwords, reason) => {
      const path = await folderOf({ "one.docx": sampleOf("locked.docx").document });
      const { files: failed } = await ran(service, await made(path, { passwords }));
      expect(failed.nodes).toMatchObject([{ errorMessage: expect.stringContaining(reason) }]);
      expect(failed.nodes).toMatchObject([{ errorMessage: expect.stringContaining("documentPasswords") }]);
    },
    120_000,
  );

  test("takes each file of a ZIP file as a file of its own, by option", async () => {
    const zip = zipSync({
      "a/offer.docx": wordFile(["Offer"]),
      "prices.csv": CSV,
      "../escape.txt": Buffer.from("no"),
    });
    const path = await folderOf({ "all.zip": zip, "plain.txt": Buffer.from("plain words") });
    const run = await ran(service, await made(path, { archives: "files" }));
    expect(run).toMatchObject({ successfulFiles: 3, failedFiles: 0 });
    expect(run.files.nodes.map((file) => file.path).toSorted()).toEqual([
      "in/all.zip!/a/offer.docx",
      "in/all.zip!/prices.csv",
      "in/plain.txt",
    ]);
    expect(await written(path, "offer.docx.txt")).toContain("Offer");
  }, 120_000);
});

test("a setting of the wrong kind is rejected with its name", async () => {
  const answer = await callManagement(service, "POST /connector/", {
    connector_id: LOCAL,
    connector_name: "passwords",
    connector_metadata: { connectorName: "x", path: files.path, documentPasswords: [1] },
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.json)).toContain("documentPasswords");
});
