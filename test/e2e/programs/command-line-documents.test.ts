import { execFile } from "node:child_process";
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { notAPdf } from "../../fixtures/bombs/damaged.ts";
import { textDocument } from "../../fixtures/long.ts";
import { runGalley } from "../../support/command-line.ts";
import { documentPage, serveDocuments } from "../../support/servers/document-server.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

/** A folder with documents, as a user would have it. */
async function folderOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<TemporaryFolder> {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  return folder;
}

const LETTER = letter().bytes;
const SCANS = {
  "in/a.pdf": LETTER,
  "in/deep/b.pdf": textDocument(2).bytes,
  "in/deep/c.txt": "a note",
  "in/.hidden/d.pdf": LETTER,
  "in/program.bin": "not a document",
};

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).toSorted();
}

const lineSchema = z.object({ file: z.string(), pageCount: z.number() });

function filesOf(lines: string): readonly string[] {
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => lineSchema.parse(JSON.parse(line)).file);
}

test("the documents of a folder are read into a folder of the same shape, with a summary", async () => {
  await using folder = await folderOf(SCANS);
  const cwd = folder.path;
  const run = await runGalley(["extract", "in", "-o", "out", "-j", "2"], { cwd });
  expect(run).toMatchObject({ exitCode: 0, stdout: "" });
  expect(run.stderr).toMatch(
    /^3 documents read \(4 pages\) in \d+\.\d s, 1 passed over because of their names\n$/,
  );
  expect(await filesIn(join(cwd, "out"))).toEqual(["a.txt", "deep/b.txt", "deep/c.txt"]);
  expect(await readFile(join(cwd, "out/a.txt"), "utf8")).toContain("Harbour master");
});

test("files of a folder are taken by the names of all formats", async () => {
  await using folder = await folderOf({
    "in/page.mht": "Subject: Page\r\n\r\nSaved",
    "in/days.ics": "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Call\r\nEND:VEVENT\r\nEND:VCALENDAR",
  });
  const cwd = folder.path;
  await runGalley(["extract", "in", "-o", "out"], { cwd });
  expect(await filesIn(join(cwd, "out"))).toEqual(["days.txt", "page.txt"]);
});

test("a pattern names the results, and a quoted glob the documents", async () => {
  await using folder = await folderOf(SCANS);
  const cwd = folder.path;
  const given = ["extract", "in/**/*.pdf", "-o", "out/{name}-of-{file}.{ext}", "-f", "markdown"];
  expect(await runGalley(given, { cwd })).toMatchObject({ exitCode: 0 });
  expect(await filesIn(join(cwd, "out"))).toEqual(["a-of-a.pdf.md", "b-of-b.pdf.md"]);
});

test("a link stays a link and a pipe a pipe: what they stand for is written", async () => {
  await using folder = await folderOf({ "a.pdf": LETTER, "kept.txt": "older" });
  const cwd = folder.path;
  await symlink("kept.txt", join(cwd, "link.txt"));
  expect(await runGalley(["extract", "a.pdf", "-o", "link.txt"], { cwd })).toMatchObject({ exitCode: 0 });
  expect((await lstat(join(cwd, "link.txt"))).isSymbolicLink()).toBe(true);
  expect(await readFile(join(cwd, "kept.txt"), "utf8")).toContain("Harbour master");

  await promisify(execFile)("mkfifo", [join(cwd, "pipe")]);
  const read = promisify(execFile)("cat", [join(cwd, "pipe")]);
  expect(await runGalley(["extract", "a.pdf", "-o", "pipe"], { cwd })).toMatchObject({ exitCode: 0 });
  expect((await read).stdout).toContain("Harbour master");
  expect((await stat(join(cwd, "pipe"))).isFIFO()).toBe(true);
});

test("documents that differ in their extension only have results of their own", async () => {
  await using folder = await folderOf({ "in/a.pdf": LETTER, "in/a.txt": "a note" });
  expect(await runGalley(["extract", "in", "-o", "out"], { cwd: folder.path })).toMatchObject({
    exitCode: 0,
  });
  expect(await filesIn(join(folder.path, "out"))).toEqual(["a.pdf.txt", "a.txt.txt"]);
});

test("--resume reads what is new, has changed or failed, and nothing else", async () => {
  await using folder = await folderOf({ ...SCANS, "in/bad.pdf": notAPdf() });
  const cwd = folder.path;
  const first = await runGalley(["extract", "in", "-o", "out"], { cwd });
  expect(first).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("1 failed") });
  const written = await stat(join(cwd, "out/a.txt"));
  await writeFile(join(cwd, "in/bad.pdf"), LETTER);
  const later = new Date(Date.now() + 60_000);
  await utimes(join(cwd, "in/deep/c.txt"), later, later);
  const second = await runGalley(["extract", "in", "-o", "out", "--resume"], { cwd });
  expect(second).toMatchObject({ exitCode: 0 });
  expect(second.stderr).toMatch(/^2 documents read .*, 2 skipped because their results are up to date/);
  expect((await stat(join(cwd, "out/a.txt"))).mtimeMs).toBe(written.mtimeMs);
});

test("JSON of many documents is a line each, in the order of the documents, and resumes after a torn line", async () => {
  await using folder = await folderOf(SCANS);
  const cwd = folder.path;
  const all = ["in/a.pdf", "in/deep/b.pdf", "in/deep/c.txt"];
  const given = ["extract", "in", "--format", "json", "-o", "all.ndjson"];
  expect(await runGalley(given, { cwd })).toMatchObject({ exitCode: 0, stdout: "" });
  const whole = await readFile(join(cwd, "all.ndjson"), "utf8");
  expect(filesOf(whole)).toEqual(all);
  const [first = ""] = whole.split("\n");
  await writeFile(join(cwd, "all.ndjson"), `${first}\n{"file":"in/deep/b.pdf","page`);
  const resumed = await runGalley([...given, "--resume"], { cwd });
  expect(resumed.stderr).toContain("1 skipped");
  expect(filesOf(await readFile(join(cwd, "all.ndjson"), "utf8"))).toEqual(all);
  const toStdout = await runGalley(["extract", "in", "--format", "json", "-q", "-j", "3"], { cwd });
  expect(filesOf(toStdout.stdout)).toEqual(all);
  expect(toStdout.stderr).toBe("");
});

test("--json-fields trims the JSON; words are left out unless they are named, and numbers are rounded", async () => {
  await using folder = await folderOf({ "a.pdf": LETTER });
  const json = async (...more: readonly string[]): Promise<string> =>
    (await runGalley(["extract", "a.pdf", "-f", "json", ...more], { cwd: folder.path })).stdout;
  expect(JSON.parse(await json("--json-fields", "pageCount,pages.number"))).toEqual({
    file: "a.pdf",
    pageCount: 1,
    pages: [{ number: 1 }],
  });
  const usual = await json();
  expect(usual).toContain('"lines":[{');
  expect(usual).not.toContain('"words"');
  expect(await json("--json-fields", "pages.lines.words")).toContain('"words":[{"text"');
  expect(usual).not.toMatch(/\d\.\d{4,}/);
});

test.each([
  [["--json-fields", "pages.numbr", "-f", "json"], "there is no field pages.numbr. Valid: file, pageCount"],
  [["--json-fields", "text"], "--json-fields: expected together with --format json"],
  [["-o", "{nam}.txt"], "there is no placeholder {nam}. Valid: {name}, {ext}, {folder}, {file}"],
  [["-o", "a.pdf", "-f", "pdf"], "a.pdf is one of the documents; it would be overwritten"],
  [["b.pdf", "-o", "both.txt"], "both.txt is one file; name a folder or a pattern"],
  [["b.pdf", "-f", "pdf"], "name a folder for several documents"],
  [["x/a.pdf", "-o", "{name}.{ext}"], "a.pdf and x/a.pdf would both be written to a.pdf.txt"],
  [["https://127.0.0.1/a.pdf"], "only with --allow-urls"],
  [["none/*.pdf"], "none/*.pdf: no file matches"],
  [["--resume"], "--resume: expected together with --output"],
  [["-q", "-v"], "expected at most one of them"],
  [["--formt", "json"], "Did you mean --format?"],
])("extract a.pdf %j is rejected with what is valid", async (given, message) => {
  await using folder = await folderOf({ "a.pdf": LETTER, "b.pdf": LETTER, "x/a.pdf": LETTER });
  const run = await runGalley(["extract", "a.pdf", ...given], { cwd: folder.path });
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
  expect(run.stderr).toContain(message);
  expect(run.stderr).toContain("See: galley extract --help");
  expect(await filesIn(folder.path)).toEqual(["a.pdf", "b.pdf", "x/a.pdf"]);
});

test("documents are fetched from permitted addresses only, and only if that is allowed", async () => {
  await using server = await serveDocuments({ "/letter.pdf": documentPage(LETTER) });
  const given = ["extract", `${server.url}/letter.pdf`, "--allow-urls"];
  const refused = await runGalley(given, { env: { GALLEY_OUTBOUND_ALLOW: "" } });
  expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
  expect(refused.stderr).toMatch(/public/);
  expect(server.asked).toEqual([]);
  const read = await runGalley(given, { env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" } });
  expect(read).toMatchObject({ exitCode: 0, stderr: "" });
  expect(read.stdout).toContain("Harbour master");
});

test("the nearest galley.config.json has defaults, which the command line overrides", async () => {
  const config = JSON.stringify({ extract: { format: "json", jsonFields: "pageCount", pages: "1" } });
  await using folder = await folderOf({ "galley.config.json": config, "in/a.pdf": textDocument(3).bytes });
  const cwd = join(folder.path, "in");
  const configured = await runGalley(["extract", "a.pdf"], { cwd });
  expect(configured).toMatchObject({ exitCode: 0, stdout: `{"file":"a.pdf","pageCount":3}\n`, stderr: "" });
  const overridden = await runGalley(["extract", "a.pdf", "--json-fields", "pages.number", "-p", "2-"], {
    cwd,
  });
  expect(overridden.stdout).toBe(`{"file":"a.pdf","pages":[{"number":2},{"number":3}]}\n`);
});

test.each([
  [{ extract: { formt: "json" } }, "extract.formt is no option. Valid: output, format,"],
  [{ extract: { resume: "yes" } }, "extract.resume: expected true or false"],
  [
    { extract: { ocrUrl: "http://127.0.0.1/" } },
    "extract.ocrUrl applies only from a file that is named with --config",
  ],
  [{ extract: [] }, "extract: expected an object of options"],
  ["{", "expected a JSON object"],
])("the configuration %j is rejected", async (config, message) => {
  const text = typeof config === "string" ? config : JSON.stringify(config);
  await using folder = await folderOf({ "galley.config.json": text, "a.pdf": LETTER });
  const run = await runGalley(["extract", "a.pdf"], { cwd: folder.path });
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
  expect(run.stderr).toContain(`${join(folder.path, "galley.config.json")}: ${message}`);
});

test("the old --output with a format still works, with a warning", async () => {
  await using folder = await folderOf({ "a.pdf": LETTER });
  const run = await runGalley(["extract", "a.pdf", "--output", "markdown"], { cwd: folder.path });
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Harbour master") });
  expect(run.stderr).toBe(
    "galley: --output markdown is now --format markdown; --output names a file or a folder.\n",
  );
  expect(await filesIn(folder.path)).toEqual(["a.pdf"]);
});

test("a result that cannot be written is an error of its document, and no half file is left", async () => {
  await using folder = await folderOf({ "a.pdf": LETTER, "b.pdf": LETTER, "out/a.txt/in-the-way": "" });
  const run = await runGalley(["extract", "a.pdf", "b.pdf", "-o", "out"], { cwd: folder.path });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toMatch(/a\.pdf: E\w+: /);
  await rm(join(folder.path, "out/a.txt"), { recursive: true });
  expect(await filesIn(join(folder.path, "out"))).toEqual(["b.txt"]);
});
