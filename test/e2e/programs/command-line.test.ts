import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { notAPdf } from "../../fixtures/bombs/damaged.ts";
import { encrypted } from "../../fixtures/encrypted.ts";
import { picturesOnly } from "../../fixtures/layers.ts";
import { textDocument } from "../../fixtures/long.ts";
import { type CommandRun, runGalley } from "../../support/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { wordsIn, wordsOn } from "../../support/words.ts";

function galley(...arguments_: readonly string[]): Promise<CommandRun> {
  return runGalley(arguments_);
}

test("extract writes the text of a file to stdout and nothing else", async () => {
  await using folder = temporaryFolder();
  const file = join(folder.path, "letter.pdf");
  await writeFile(file, letter().bytes);
  const run = await galley("extract", file, "--mode", "native_text");
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  expect(wordsIn(run.stdout.replace("<<<", ""))).toEqual(wordsOn(letter().pages));
});

test("extract --pages --format json writes one JSON value", async () => {
  await using folder = temporaryFolder();
  const file = join(folder.path, "long.pdf");
  await writeFile(file, textDocument(4).bytes);
  const run = await galley("extract", file, "--pages", "2-3", "--format", "json");
  expect(run.exitCode).toBe(0);
  expect(JSON.stringify(JSON.parse(run.stdout))).toContain("Page 3 of 4");
  expect(run.stdout).not.toContain("Page 4 of 4");
});

test("extract of several files continues after a bad one and exits with 1", async () => {
  await using folder = temporaryFolder();
  const good = join(folder.path, "good.pdf");
  const bad = join(folder.path, "bad.pdf");
  await writeFile(good, letter().bytes);
  await writeFile(bad, notAPdf());
  const run = await galley("extract", bad, good);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain("bad.pdf");
  expect(run.stdout).toContain("Harbour master");
});

test.each([
  ["a file that is not there", () => undefined, /no such|not found|cannot|not there|does not exist/i],
  ["a file that is no PDF", notAPdf, /support/i],
  ["an empty file", () => Buffer.alloc(0), /empty/i],
  ["a file that needs a password", () => encrypted("AES", { user: "secret", owner: "" }).bytes, /password/i],
])("extract of %s exits with 1 and one line that says why", async (_, document, message) => {
  await using folder = temporaryFolder();
  const file = join(folder.path, "document.pdf");
  const bytes = document();
  if (bytes) await writeFile(file, bytes);
  const run = await galley("extract", file);
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(run.stderr).toMatch(message);
  expect(run.stderr.trim().split("\n")).toHaveLength(1);
});

test("extract reports pages without words once on stderr and exits with 0", async () => {
  await using folder = temporaryFolder();
  const file = join(folder.path, "wall.pdf");
  await writeFile(file, picturesOnly(["bricks", "bricks"]).bytes);
  const run = await galley("extract", file, "--mode", "low_cost");
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toMatch(/^galley: .*wall\.pdf: pages 1, 2: No words were recognised on this page.*\n$/);
});

test("the JSON of a recognised page names what recognised it", async () => {
  const scan = fileURLToPath(new URL("../../../examples/scan.png", import.meta.url));
  const run = await galley("extract", scan, "--mode", "low_cost", "--format", "json");
  expect(run).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(run.stdout).pages).toMatchObject([
    { recognisers: [{ engine: "wasm", model: "eng" }], confidence: expect.any(Number) },
  ]);
});

test("compiled code is kept for the next run, and a damaged cache changes nothing", async () => {
  await using folder = temporaryFolder();
  const cache = join(folder.path, "cache");
  const file = join(folder.path, "letter.pdf");
  await writeFile(file, letter().bytes);
  const call = { env: { NODE_COMPILE_CACHE: cache } };
  const first = await runGalley(["extract", file], call);
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });
  const entries = await readdir(cache, { recursive: true, withFileTypes: true });
  const cached = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    cached.map(async ({ parentPath, name }) => (await readFile(join(parentPath, name))).length),
  );
  // The compiled functions that read the page.
  expect(Math.max(...sizes)).toBeGreaterThan(500_000);
  for (const { parentPath, name } of cached) await writeFile(join(parentPath, name), "damaged");
  expect(await runGalley(["extract", file], call)).toEqual(first);
});

test("--version prints the version and nothing else", async () => {
  expect(await galley("--version")).toMatchObject({ exitCode: 0, stdout: "0.1.0\n", stderr: "" });
});

test.each([
  ["no file", ["extract"]],
  ["an unknown command", ["fold"]],
  ["an unknown option", ["extract", "a.pdf", "--colour"]],
  ["an unknown mode", ["extract", "a.pdf", "--mode", "guess"]],
])("%s is rejected with a hint to the usage", async (_, arguments_) => {
  const run = await galley(...arguments_);
  expect(run.exitCode).not.toBe(0);
  expect(run.stdout).toBe("");
  expect(run.stderr).not.toBe("");
});

test("commands for the database of a service create none", async () => {
  await using folder = temporaryFolder();
  const run = await runGalley(["reencrypt"], { env: { GALLEY_DATA_DIR: folder.path } });
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(run.stderr).toBe(
    `There is no database in ${folder.path}. Run this with the service's GALLEY_DATA_DIR or DATABASE_URL.\n`,
  );
  expect(await readdir(folder.path)).toEqual([]);
});

test("extract --format png writes a picture of each selected page", async () => {
  await using folder = temporaryFolder();
  await writeFile(join(folder.path, "long.pdf"), textDocument(3).bytes);
  const run = await runGalley(["extract", "long.pdf", "--format", "png", "--pages", "1,3"], {
    cwd: folder.path,
  });
  expect(run).toMatchObject({ exitCode: 0, stdout: "" });
  expect((await readdir(folder.path)).toSorted()).toEqual(["long-1.png", "long-3.png", "long.pdf"]);
  const png = await readFile(join(folder.path, "long-3.png"));
  // A4 at 150 dpi.
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    "PNG",
    1239,
    1754,
  ]);
});
