import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type PageCase, type PageExplanation, readCase } from "@galley/core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommandLine } from "../program.ts";

const SAMPLE = fileURLToPath(new URL("../../../../../examples/sample.pdf", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-explain-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("--format json has the regions, and the candidates with their reasons", async () => {
  const output = join(folder, "page.json");
  expect(await runCommandLine(["explain", SAMPLE, "--page", "1", "-f", "json", "-o", output])).toBe(0);
  const { regions, decisions }: PageExplanation = JSON.parse(await readFile(output, "utf8"));
  const table = regions.find(({ kind, text }) => kind === "table" && text.includes("Harbour guide"));
  expect(table?.parts.length).toBeGreaterThan(20);
  const about = (question: string): readonly unknown[] =>
    decisions.filter((decision) => decision.question === question && decision.region === table?.id);
  expect(about("table")).toContainEqual(expect.objectContaining({ accepted: true }));
  expect(about("header_rows")).toContainEqual(
    expect.objectContaining({ outcome: expect.stringContaining("1 header row") }),
  );
  expect(about("column")).toContainEqual(
    expect.objectContaining({ accepted: true, score: expect.any(Number), threshold: expect.any(Number) }),
  );
  const questions = new Set(decisions.map(({ question }) => question));
  for (const question of ["text_source", "tags", "paragraph", "heading", "running_header"] as const)
    expect(questions).toContain(question);
});

test("the page shows the picture with the regions and requests nothing", async () => {
  const output = join(folder, "page.html");
  expect(await runCommandLine(["explain", SAMPLE, "--page", "1", "--output", output])).toBe(0);
  const html = await readFile(output, "utf8");
  expect(html).toContain("data:image/png;base64,");
  expect(html).toContain("Harbour guide");
  expect(html).toContain("default-src 'none'");
  // Attributes such as style and onclick would be refused by the policy.
  expect(html).not.toMatch(/ (?:style|on\w+)=|(?:src|href)="http|unsafe-inline/);
});

test("--save-case writes a case whose structure is that of the page", async () => {
  const place = join(folder, "case");
  const output = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const run = ["explain", SAMPLE, "--page", "1", "--save-case", place, "--question", "table"];
  expect(await runCommandLine(run)).toBe(0);
  output.mockRestore();
  expect((await readdir(place)).toSorted()).toEqual(["case.json", "content.json", "expected.json"]);
  const read = async <Content>(name: string): Promise<Content> =>
    JSON.parse(await readFile(join(place, name), "utf8"));
  const facts = await read<Omit<PageCase, "contents">>("case.json");
  const expected = await read<unknown>("expected.json");
  const { tree } = readCase({ ...facts, contents: await read("content.json") });
  expect(facts).toMatchObject({ document: "sample.pdf", page: 1, question: "table" });
  expect(tree).toEqual(expected);
  expect(expected).toContainEqual(expect.objectContaining({ kind: "table", headRows: 1 }));
});

test.each([
  [2, [SAMPLE], "--page: name the page to explain"],
  [2, [SAMPLE, "--page", "0"], "--page: expected a page number of at least 1"],
  [2, [SAMPLE, "--page", "1-3"], "--page: expected a page number of at least 1"],
  [2, ["--page", "1"], "Expected exactly one file."],
  [2, [SAMPLE, "--page", "1", "-f", "pdf"], "--format: expected one of html, json"],
  [2, [SAMPLE, "--page", "1", "--question", "table"], "--question: expected together with --save-case"],
  [
    2,
    [SAMPLE, "--page", "1", "--save-case", "x", "--question", "size"],
    "--question: expected one of text_source",
  ],
  [1, [SAMPLE, "--page", "2"], "--page: the document has pages 1 to 1; page 2 does not exist"],
  [1, ["missing.pdf", "--page", "1"], "missing.pdf"],
])("exit code %i for %j, which says: %s", async (code, arguments_, message) => {
  const said: string[] = [];
  const errors = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  const exitCode = await runCommandLine(["explain", ...arguments_]);
  errors.mockRestore();
  expect(said.join("")).toContain(message);
  expect(exitCode).toBe(code);
});
