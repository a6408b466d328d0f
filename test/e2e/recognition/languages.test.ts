import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createExtractor } from "@galley/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import { runGalley } from "../../support/command-line.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { type Registry, startRegistry } from "../../support/servers/npm-registry.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const GERMAN = [
  "Der Brief und die Rechnung sind",
  "nicht von der Bank und auch nicht",
  "mit dem Boten auf das Amt",
];

/** The packaged data of English, which tests give out for another language. */
const ENGLISH = readFileSync(
  join(
    dirname(
      createRequire(createRequire(import.meta.url).resolve("@galley/ocr/package.json")).resolve(
        "@tesseract.js-data/eng/package.json",
      ),
    ),
    "4.0.0_best_int/eng.traineddata.gz",
  ),
);

/** The package of models that the registry of the tests has. */
const CHINESE = fileURLToPath(new URL("../../../packages/ocr-chinese", import.meta.url));

const hasTesseract = spawnSync("tesseract", ["--version"]).status === 0;

let scratch: TemporaryFolder;
let registry: Registry;
let scan: string;

beforeAll(async () => {
  scratch = temporaryFolder();
  const data = (code: string): string => `4.0.0_best_int/${code}.traineddata.gz`;
  const packaged = { version: "1.0.0", files: {} };
  await mkdir(join(scratch.path, "registry"));
  registry = await startRegistry(join(scratch.path, "registry"), [
    { ...packaged, name: "@tesseract.js-data/deu", files: { [data("deu")]: ENGLISH } },
    {
      ...packaged,
      name: "@tesseract.js-data/fra",
      files: { [data("fra")]: ENGLISH },
      dist: { integrity: wrongSum() },
    },
    { ...packaged, name: "@tesseract.js-data/spa", files: { "README.md": Buffer.from("no data") } },
    { ...packaged, name: "@tesseract.js-data/ita", files: { [data("ita")]: Buffer.from("not compressed") } },
    {
      ...packaged,
      name: "@tesseract.js-data/por",
      files: { [data("por")]: ENGLISH },
      dist: { integrity: undefined },
    },
    { ...packaged, name: "@tesseract.js-data/chi_sim", files: { [data("chi_sim")]: ENGLISH } },
    { name: "@galley/ocr-chinese", version: ownVersion(), files: chineseModels() },
  ]);
  scan = join(scratch.path, "brief.png");
  await writeFile(scan, await germanScan());
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(CHINESE, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}

function chineseModels(): Readonly<Record<string, Buffer>> {
  const names = ["rec.onnx", "dict.txt", "SHA256SUMS"].map((name) => `dist/ch_PP-OCRv4/${name}`);
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(CHINESE, name))]));
}

function wrongSum(): string {
  return `sha512-${Buffer.alloc(64).toString("base64")}`;
}

async function germanScan(): Promise<Uint8Array> {
  const document = createDocument();
  document.page(A4, (page) => {
    for (const [index, line] of GERMAN.entries()) page.text(line, { x: 72, y: 100 + 24 * index, size: 14 });
  });
  await using extractor = createExtractor({ threads: 1 });
  return (await extractor.renderPage(document.finish().bytes, 1, { dpi: 200, grey: true })).png;
}

describe("galley languages", () => {
  test("adds a language, which is then recognised, and removes it", async () => {
    const dataDir = join(scratch.path, "data");
    const env = { ...registry.env, GALLEY_DATA_DIR: dataDir };
    const missing = await runGalley(["extract", scan, "--lang", "deu"], { env });
    expect(missing.stderr).toContain(
      'the data of "deu" is not installed; add it with "galley languages add deu"',
    );

    const folder = join(dataDir, "languages");
    expect(await runGalley(["languages", "add", "deu"], { env })).toEqual({
      exitCode: 0,
      stdout: `deu (German) was added to ${folder}.\n`,
      stderr: "",
    });
    expect(await readdir(folder)).toEqual(["deu.traineddata"]);
    expect(readFileSync(join(folder, "deu.traineddata"))).toEqual(gunzipSync(ENGLISH));
    expect((await runGalley(["languages", "add", "deu"], { env })).stdout).toContain("is already in");
    expect((await runGalley(["languages"], { env })).stdout).toBe(
      `deu  German   ${folder}\neng  English  @tesseract.js-data/eng\n`,
    );
    const read = await runGalley(["extract", scan, "--lang", "deu"], { env });
    expect(read).toMatchObject({ exitCode: 0, stderr: "" });
    expect(read.stdout).toContain(GERMAN[2]);
    const engine = hasTesseract ? "tesseract" : "wasm";
    const json = await runGalley(
      ["extract", scan, "--lang", "deu", "--ocr-engine", engine, "--format", "json"],
      {
        env,
      },
    );
    expect(json.stdout).toMatch(hasTesseract ? /"model": ?"tesseract 5[^"]*, deu"/ : /"model": ?"deu"/);

    const removed = await runGalley(["languages", "remove", "deu"], { env });
    expect(removed).toMatchObject({ exitCode: 0, stdout: `deu (German) was removed from ${folder}.\n` });
    expect(await readdir(folder)).toEqual([]);
    expect(await runGalley(["languages", "remove", "eng"], { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("it is the installed package @tesseract.js-data/eng"),
    });
  });

  test("adds the models of a language with it, says if they are damaged, and removes them", async () => {
    const dataDir = join(scratch.path, "data-with-models");
    // The packages of the workspace, which pnpm adds to the path of modules, are not installed for a user.
    const env = { ...registry.env, GALLEY_DATA_DIR: dataDir, NODE_PATH: "" };
    const folder = join(dataDir, "languages");
    expect(await runGalley(["languages", "add", "chi_sim"], { env })).toEqual({
      exitCode: 0,
      stdout: `chi_sim (Chinese, simplified) was added to ${folder}. Its models ch_PP-OCRv4 were added, too.\n`,
      stderr: "",
    });
    expect((await readdir(folder)).toSorted()).toEqual(["ch_PP-OCRv4", "chi_sim.traineddata"]);
    const read = ["extract", scan, "--lang", "chi_sim", "--mode", "high_quality"];
    expect(await runGalley(read, { env })).toMatchObject({ exitCode: 0, stderr: "" });

    await truncate(join(folder, "ch_PP-OCRv4", "rec.onnx"), 1000);
    const damaged = await runGalley(read, { env });
    expect(damaged).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(GERMAN[2] ?? "") });
    expect(damaged.stderr).toMatch(/Tesseract alone read the page: .*rec\.onnx is damaged/);

    await rm(join(folder, "ch_PP-OCRv4"), { recursive: true });
    expect((await runGalley(read, { env })).stderr).toContain(
      'ch_PP-OCRv4 is not installed; add it with "galley languages add chi_sim"',
    );
    expect((await runGalley(["languages", "add", "chi_sim"], { env })).stdout).toBe(
      `chi_sim (Chinese, simplified) is already in ${folder}. Its models ch_PP-OCRv4 were added, too.\n`,
    );
    expect((await runGalley(["languages", "remove", "chi_sim"], { env })).exitCode).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  }, 240_000);

  test.each([
    ["fra", "does not match its checksum"],
    ["spa", "has no data for Tesseract 4 or newer"],
    ["ita", "incorrect header check"],
    ["por", "names no SHA-512 checksum"],
    ["nld", "The registry has no package @tesseract.js-data/nld"],
  ])("%s is not added, because its package %s; the others are", async (code, reason) => {
    const env = { ...registry.env, GALLEY_DATA_DIR: join(scratch.path, `data-${code}`) };
    const folder = join(env.GALLEY_DATA_DIR, "languages");
    const { exitCode, stdout, stderr } = await runGalley(["languages", "add", code, "deu"], { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: `deu (German) was added to ${folder}.\n` });
    expect(stderr).toContain(reason);
    expect(stderr).toContain(`You can also copy a file ${code}.traineddata into ${folder}.`);
    expect(await readdir(folder)).toEqual(["deu.traineddata"]);
  });

  test("without npm, it says so and what else can be done", async () => {
    const env = { PATH: scratch.path, GALLEY_DATA_DIR: join(scratch.path, "data-without-npm") };
    const { exitCode, stderr } = await runGalley(["languages", "add", "deu"], { env });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/npm was not found; .*You can also copy a file deu\.traineddata into /);
  });

  test("--tessdata names another folder", async () => {
    const folder = join(scratch.path, "own");
    await mkdir(folder);
    const env = { ...registry.env, GALLEY_DATA_DIR: join(scratch.path, "unused") };
    await runGalley(["languages", "add", "deu", "--tessdata", folder], { env });
    expect(await readdir(folder)).toEqual(["deu.traineddata"]);
    expect(existsSync(env.GALLEY_DATA_DIR)).toBe(false);
  });

  test("GALLEY_TESSDATA does not hide added languages, and the list says where each comes from", async () => {
    const system = join(scratch.path, "system");
    await mkdir(system);
    for (const code of ["eng", "tlh"]) {
      await writeFile(join(system, `${code}.traineddata`), gunzipSync(ENGLISH));
    }
    const dataDir = join(scratch.path, "data-beside-system");
    const env = { ...registry.env, GALLEY_DATA_DIR: dataDir, GALLEY_TESSDATA: system };
    const added = join(dataDir, "languages");
    expect((await runGalley(["languages", "add", "deu"], { env })).stdout).toBe(
      `deu (German) was added to ${added}.\n`,
    );
    expect(JSON.parse((await runGalley(["languages", "--json"], { env })).stdout)).toEqual([
      { code: "deu", name: "German", from: [added] },
      { code: "eng", name: "English", from: ["@tesseract.js-data/eng", system] },
      { code: "tlh", name: "Klingon", from: [system] },
    ]);
    const read = await runGalley(["extract", scan, "--lang", "deu+tlh"], { env });
    expect(read).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining(GERMAN[2] ?? "") });
    expect(await runGalley(["languages", "remove", "tlh"], { env })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`it is in ${system}. Remove it there with --tessdata ${system}.`),
    });
  });

  test("lists what can be added", async () => {
    const { stdout } = await runGalley(["languages", "--available"]);
    expect(stdout).toMatch(/^deu +German$/m);
    expect(stdout).toMatch(/^chi_sim +Chinese, simplified$/m);
    expect(stdout).not.toMatch(/^eng /m);
  });

  test.each([
    [["languages", "add"], "No language given"],
    [["languages", "remove"], "No language given"],
    [["languages", "add", "../deu"], '"../deu" is no name of a language'],
    [["languages", "add", "deu;id"], '"deu;id" is no name of a language'],
    [["languages", "list", "deu"], 'Unexpected argument "deu"'],
    [["languages", "install", "deu"], "Allowed choices are list, add, remove"],
  ])("%j is rejected", async (call, message) => {
    const { exitCode, stderr } = await runGalley(call, { env: registry.env });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});

describe("a page in German that was read as English says so, and how to add the language", () => {
  const NOTE = /looks like German but was read as English.*galley languages add deu/;
  let service: RunningService;
  let bytes: Uint8Array;

  beforeAll(async () => {
    service = await startService({ dataDir: join(scratch.path, "service") });
    bytes = readFileSync(scan);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const overVersion1 = (query: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(
      `${service.url}/v1/whisper?${new URLSearchParams({ processing_mode: "ocr", output_mode: "line-printer", ...query }).toString()}`,
      { method: "POST", headers: { "service-key": service.serviceKey }, body: Buffer.from(bytes) },
    );

  test("over version 1", async () => {
    const answer = await overVersion1({});
    expect(answer.headers.get("page-messages")).toMatch(NOTE);
  });

  test("over version 2", async () => {
    const client = createRestClient(service);
    const { detail } = await client.waitUntilSettled(await client.submit(bytes));
    expect(detail[0]?.message).toMatch(NOTE);
  });

  test("over GraphQL", async () => {
    const client = createGraphqlClient(service);
    const upload = await client.upload("brief.png", bytes);
    const { submitDocument } = await client.read(
      z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) }),
      "mutation ($input: SubmitDocumentInput!) { submitDocument(input: $input) { job { id } } }",
      { input: { upload: upload.id } },
    );
    const pages = "query ($id: ID!) { job(id: $id) { pages(first: 1) { nodes { message } } } }";
    const pagesSchema = z.object({
      job: z.object({ pages: z.object({ nodes: z.array(z.object({ message: z.string() })) }) }),
    });
    await expect
      .poll(async () => (await client.read(pagesSchema, pages, submitDocument.job)).job.pages.nodes, {
        timeout: 60_000,
      })
      .toEqual([{ message: expect.stringMatching(NOTE) }]);
  });

  test("on the command line", async () => {
    const { exitCode, stderr } = await runGalley(["extract", scan]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(NOTE);
  });

  test("not if the page was read in a language added since; version 1 takes lang, too", async () => {
    const missing = await overVersion1({ lang: "deu" });
    expect(missing.headers.get("page-messages")).toMatch(
      /No language data for deu is installed.*galley languages add deu/,
    );
    const folder = join(scratch.path, "service", "languages");
    await mkdir(folder);
    await writeFile(join(folder, "deu.traineddata"), gunzipSync(ENGLISH));
    const answer = await overVersion1({ lang: "deu" });
    expect(answer.headers.get("page-messages")).toBeNull();
    expect(await answer.text()).toContain(GERMAN[2]);
  });
});
