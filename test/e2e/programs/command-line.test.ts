import { chmod, mkdir, readdir, readFile, rmdir, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { notAPdf } from "../../fixtures/bombs/damaged.ts";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import { picturesOnly } from "../../fixtures/layers.ts";
import { textDocument } from "../../fixtures/long.ts";
import { type CommandRun, runGalley } from "../../support/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { wordsIn, wordsOn } from "../../support/texts/words.ts";

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

test("extract of a plain document does not load Node's cryptography, which would delay it", async () => {
  await using folder = temporaryFolder();
  const file = join(folder.path, "letter.pdf");
  await writeFile(file, letter().bytes);
  const hook = join(folder.path, "loaded.cjs");
  await writeFile(hook, `process.on("exit", () => console.error(process.moduleLoadList.join("\\n")));`);
  const { stderr } = await runGalley(["extract", file], { env: { NODE_OPTIONS: `--require ${hook}` } });
  const loaded = stderr.split("\n");
  expect(loaded).toContain("NativeModule zlib");
  expect(loaded).not.toContain("NativeModule crypto");
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

test("compiled code is kept in a private folder of the user, and a damaged file of it changes nothing", async () => {
  await using folder = temporaryFolder();
  await writeFile(join(folder.path, "letter.pdf"), letter().bytes);
  const home = join(folder.path, "home");
  await mkdir(home);
  const extract = (): Promise<CommandRun> =>
    runGalley(["extract", "letter.pdf"], { cwd: folder.path, env: { HOME: home } });
  const first = await extract();
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });
  const kept = await keptCode(home);
  const code = await readFile(kept);
  // The compiled functions that read the page.
  expect(code.length).toBeGreaterThan(500_000);
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(kept))).mode & 0o777).toBe(0o700);
  expect(await extract()).toEqual(first);

  const half = code.length >> 1;
  const swapped = Buffer.concat([code.subarray(half), code.subarray(0, half)]);
  for (const damaged of [swapped, code.subarray(0, half), Buffer.from("damaged")]) {
    await writeFile(kept, damaged);
    expect(await extract()).toEqual(first);
    expect((await readFile(kept)).length).toBeGreaterThan(500_000);
  }
});

test("old compiled code is removed when new code is kept", async () => {
  await using folder = temporaryFolder();
  await writeFile(join(folder.path, "letter.pdf"), letter().bytes);
  const home = join(folder.path, "home");
  const cache = join(home, ".cache/galley");
  const ofNode = join(cache, "v22.17.0-x64-1-0");
  await mkdir(ofNode, { recursive: true });
  await chmod(cache, 0o700);
  const scripts = Array.from({ length: 12 }, (_, index) => join(cache, `old.cjs-${index}.code`));
  const killed = join(cache, "old.cjs-12.code.12345");
  const modules = Array.from({ length: 5200 }, (_, index) => join(ofNode, String(index)));
  for (const path of [...scripts, killed, ...modules]) {
    await writeFile(path, "");
    await utimes(path, 0, 0);
  }
  const run = await runGalley(["extract", "letter.pdf"], { cwd: folder.path, env: { HOME: home } });
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  const kept = await readdir(cache, { recursive: true, withFileTypes: true });
  const names = kept.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(names.filter((name) => /\.code(?:\.\d+)?$/.test(name))).toHaveLength(8);
  expect(names).toContainEqual(expect.stringMatching(/^run-cli.*\.code$/));
  // Node writes what this run has loaded when it exits.
  expect(names.filter((name) => !name.includes(".code")).length).toBeLessThan(5100);
});

test.each([
  [
    "a cache that others can write to",
    async (home: string) => {
      await mkdir(join(home, ".cache/galley"), { recursive: true });
      await chmod(join(home, ".cache/galley"), 0o777);
    },
  ],
  [
    "a cache that is a link",
    async (home: string) => {
      await mkdir(join(home, "elsewhere"), { mode: 0o700 });
      await mkdir(join(home, ".cache"));
      await symlink(join(home, "elsewhere"), join(home, ".cache/galley"));
    },
  ],
  [
    "a home folder that is a file",
    async (home: string) => {
      await rmdir(home);
      await writeFile(home, "");
    },
  ],
])("%s is not used for compiled code", async (_, prepare) => {
  await using folder = temporaryFolder();
  await writeFile(join(folder.path, "letter.pdf"), letter().bytes);
  const home = join(folder.path, "home");
  await mkdir(home);
  await prepare(home);
  const run = await runGalley(["extract", "letter.pdf"], { cwd: folder.path, env: { HOME: home } });
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  const entries = await readdir(folder.path, { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile() && entry.name !== "home").map(({ name }) => name)).toEqual([
    "letter.pdf",
  ]);
});

/** The file below a home folder in which compiled code is kept. */
async function keptCode(home: string): Promise<string> {
  const names = await readdir(home, { recursive: true });
  return join(home, names.find((name) => name.endsWith(".code")) ?? "nothing kept");
}

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
