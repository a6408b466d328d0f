import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const CLI = fileURLToPath(new URL("../../cli.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../../../../examples/sample.pdf", import.meta.url));
const PROGRAM = ["--conditions=galley-source", CLI];

interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function galley(arguments_: readonly string[], input?: Buffer): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...arguments_], {
    ...(input && { input }),
    encoding: "utf8",
  });
  return { exitCode: status, stdout, stderr };
}

test("- reads standard input", async () => {
  const run = galley(["extract", "-"], await readFile(SAMPLE));
  expect(run).toEqual(galley(["extract", SAMPLE]));
  expect(run.stdout).toContain("Galley Press");
});

test("--format json writes one line per file, with words if they are asked for", () => {
  const { stdout } = galley(["extract", SAMPLE, SAMPLE, "--format", "json", "--json-fields", "all"]);
  const documents = stdout
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const box = {
    x0: expect.any(Number),
    y0: expect.any(Number),
    x1: expect.any(Number),
    y1: expect.any(Number),
  };
  const word = { text: expect.any(String), box, confidence: 1 };
  const line = { words: expect.arrayContaining([word]), metadata: expect.objectContaining({ page: 0 }) };
  const page = {
    number: 1,
    status: "read",
    engine: "native",
    textSource: "native",
    width: expect.any(Number),
    lines: expect.anything(),
    fields: [],
    checkMarks: [],
    rules: expect.arrayContaining([expect.objectContaining({ thickness: expect.any(Number) })]),
    images: [],
  };
  expect(documents).toMatchObject([
    { file: SAMPLE, pageCount: 1, pages: [page] },
    { file: SAMPLE, pageCount: 1, pages: [page] },
  ]);
  expect(documents).toMatchObject([
    { pages: [{ lines: expect.arrayContaining([expect.objectContaining(line)]) }] },
    {},
  ]);
});

test("--format pdf writes one document as a PDF", () => {
  expect(galley(["extract", SAMPLE, "--format", "pdf"])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^%PDF-/),
    stderr: "",
  });
  expect(galley(["extract", SAMPLE, SAMPLE, "--format", "pdf"])).toMatchObject({ exitCode: 2, stdout: "" });
});

test("options are the library's in kebab case, and switches can be turned off", () => {
  const numbered = galley(["extract", SAMPLE, "--add-line-numbers", "--page-separator", "=== {{page_no}}"]);
  expect(numbered.stdout).toMatch(/^0x01:/m);
  expect(numbered.stdout).toMatch(/=== 1/);
  expect(galley(["extract", SAMPLE, "--no-allow-rotated-text"])).toMatchObject({ exitCode: 0, stderr: "" });
});

test.each([
  ["--line-tolerance", "wide"],
  ["--pages", "last"],
  ["--format", "xml"],
  ["--threads", "many"],
  ["--tessdata", "/no/such/folder"],
  ["--mode", "guess"],
])("%s %s is rejected by its command-line name", (option, value) => {
  const run = galley(["extract", SAMPLE, option, value]);
  expect(run).toMatchObject({ exitCode: 2, stdout: "" });
  expect(run.stderr).toContain(`${option}: `);
});

test("a reader that closes the pipe early is not an error", async () => {
  const child = spawn(process.execPath, [
    ...PROGRAM,
    "extract",
    ...Array<string>(30).fill(SAMPLE),
    "--format",
    "json",
  ]);
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  await once(child.stdout, "data");
  child.stdout.destroy();
  const [exitCode] = await once(child, "exit");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});

test("--help names every option", () => {
  const { exitCode, stdout } = galley(["extract", "--help"]);
  expect(exitCode).toBe(0);
  for (const option of ["--mode", "--output-mode", "--page-separator", "--password"])
    expect(stdout).toContain(option);
});
