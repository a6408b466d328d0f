import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { mailFile, pdfWithFile, wordFile, zipFile } from "../../fixtures/office.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { madePipeline, ran } from "../../support/pipelines.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const WORD = wordFile(["Offer 2026", "Delivery within 14 days"]);
const CSV = Uint8Array.from("Größe;Preis\r\nklein;1,50\r\ngroß;2,75\r\n", (character) =>
  character.charCodeAt(0),
);

const files = temporaryFolder();
let service: RunningService;
beforeAll(async () => {
  for (const folder of ["in", "out"]) await mkdir(join(files.path, folder));
  await writeFile(join(files.path, "in", "offer.docx"), WORD);
  await writeFile(join(files.path, "in", "prices.csv"), CSV);
  service = await startService({ env: { GALLEY_LOCAL_ROOTS: files.path } });
}, 120_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
}, 60_000);

test.each([
  ["a Word document", WORD, ["Offer 2026", "Delivery within 14 days"]],
  ["a German CSV in Windows-1252", CSV, ["Größe", "klein", "1,50", "groß"]],
  [
    "a mail with attachments",
    mailFile(),
    ["From: Ada <ada@example.org>", "Attachments: a.txt, b.txt, c.txt"],
  ],
  ["a ZIP file", zipFile({ "a.txt": "First text", "b.csv": "a;b\n1;2\n3;4\n" }), ["First text", "3"]],
  ["HTML", Buffer.from("<!doctype html><h1>Head</h1><p>Body"), ["Head", "Body"]],
  ["text", Buffer.from("plain words"), ["plain words"]],
])("REST version 2 reads %s, with highlights and line places", async (_, document, wanted) => {
  const rest = createRestClient(service);
  const hash = await rest.submit(document, {
    mode: "form",
    output_mode: "layout_preserving",
    add_line_nos: "true",
  });
  expect(await rest.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
  const highlights = await rest.highlights(hash, "1-3");
  expect(Object.values(highlights).some(({ height }) => height > 0)).toBe(true);
  const { result_text, line_metadata } = await rest.retrieve(hash);
  for (const part of wanted) expect(result_text).toContain(part);
  expect(line_metadata.length).toBeGreaterThan(0);
});

test.each([
  ["attachments", {}],
  ["a portfolio", { "/Collection": "<< /Type /Collection /View /T >>" }],
])("a PDF with %s names its files, or reads them by option", async (_, catalog) => {
  const pdf = pdfWithFile({ name: "terms.txt", text: "Terms of delivery" }, catalog);
  const rest = createRestClient(service);
  const read = async (options: Readonly<Record<string, string>>): Promise<readonly [string, string]> => {
    const hash = await rest.submit(pdf, { mode: "native_text", ...options });
    const { message } = await rest.waitUntilSettled(hash);
    return [message, (await rest.retrieve(hash)).result_text];
  };
  const [message, text] = await read({});
  expect(message).toContain(
    "Files inside the document that were not read: terms.txt. Set attachments to read",
  );
  expect(text).not.toContain("Terms of delivery");
  expect((await read({ attachments: "read" }))[1]).toContain("Terms of delivery");
});

test("REST version 1 returns a Word document's text at once", async () => {
  const answer = await fetch(`${service.url}/v1/whisper?processing_mode=text&output_mode=text`, {
    method: "POST",
    headers: { "service-key": service.serviceKey },
    body: Buffer.from(WORD),
  });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("Delivery within 14 days"),
  ]);
});

test("GraphQL reads a Word document", async () => {
  const client = createGraphqlClient(service);
  const { id: upload } = await client.upload("offer.docx", WORD);
  const { submitDocument } = await client.read(
    z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) }),
    "mutation ($upload: ID!) { submitDocument(input: { upload: $upload }) { job { id } } }",
    { upload },
  );
  const status = async (): Promise<unknown> =>
    (
      await client.ask("query ($id: ID!) { job(id: $id) { status pageCount } }", {
        id: submitDocument.job.id,
      })
    ).data;
  await expect.poll(status, { timeout: 60_000 }).toEqual({ job: { status: "PROCESSED", pageCount: 1 } });
});

test("a pipeline reads Word documents and CSV files", async () => {
  const end = (configuration: object) => ({
    kind: LOCAL,
    settings: { connectorName: crypto.randomUUID(), path: files.path },
    configuration,
  });
  const pipeline = await madePipeline(service, {
    source: end({ folders: ["in"] }),
    destination: end({ folder: "out" }),
  });
  expect(await ran(service, pipeline)).toMatchObject({ successfulFiles: 2, failedFiles: 0 });
  const names = await readdir(join(files.path, "out"), { recursive: true });
  const name = names.find((candidate) => candidate.endsWith("offer.docx.txt")) ?? "";
  expect(await readFile(join(files.path, "out", name), "utf8")).toContain("Delivery within 14 days");
});

test.each([
  ["an archive of another kind", Buffer.from("Rar!\u001a\u0007"), "a RAR archive"],
  ["unknown bytes", Buffer.from([0, 1, 2, 3]), "of an unknown kind"],
  ["a HEIC image", Buffer.from("\0\0\0\u0018ftypheic"), "a HEIC image"],
])("%s is refused with what is supported, wherever it comes in", async (_, document, found) => {
  const answer = await createRestClient(service).request("/whisper", { method: "POST", body: document });
  expect(answer.status).toBe(400);
  const { message } = z.object({ message: z.string() }).parse(await answer.json());
  expect(message).toMatch(
    new RegExp(`^The document is ${found}; supported: PDF, images .*ZIP\\. Convert it`),
  );
  const uploaded = await fetch(`${service.url}/uploads/a`, {
    method: "PUT",
    headers: { "service-key": service.serviceKey },
    body: document,
  });
  expect(await uploaded.json()).toMatchObject({ message });
});

test("text under the name of a PDF is refused, and read under its own", async () => {
  const upload = (name: string) =>
    fetch(`${service.url}/uploads/${name}`, {
      method: "PUT",
      headers: { "service-key": service.serviceKey },
      body: "upstream timed out",
    });
  const refused = await upload("invoice.pdf");
  expect(await refused.json()).toMatchObject({
    message: expect.stringMatching(
      /^The document is plain text, though its name ends in \.pdf; supported: PDF/,
    ),
  });
  expect((await upload("invoice.txt")).ok).toBe(true);
});
