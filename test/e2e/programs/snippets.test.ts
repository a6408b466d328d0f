import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { hasPythonRequests } from "../../support/clients/python.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { snippetFolder, type SnippetFolder } from "../../support/snippet-folder.ts";
import { type Snippet, snippetsOf } from "../../support/snippets.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PAGES = ["README.md", ...readdirSync(join(ROOT, "docs/guides")).map((name) => `docs/guides/${name}`)];

const EXECUTED = PAGES.filter((page) => snippetsIn(page).length > 0);

const HAS_REQUESTS = hasPythonRequests();
const NODE_20 = nodeOfMajor(20);

let service: RunningService;
let root: string;

beforeAll(async () => {
  const folder = temporaryFolder();
  root = folder.path;
  // Blank credentials are generated and stored in the data folder, as at a reader's first start.
  service = await startService({
    dataDir: join(root, ".galley"),
    env: { GALLEY_SERVICE_KEY: "", GALLEY_ACCESS_TOKEN: "", GALLEY_LOCAL_ROOTS: root },
  });
  return async () => {
    await service[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
});

describe.each(EXECUTED)("%s", (page) => {
  runs(page, snippetsIn(page), process.execPath);
});

describe.runIf(NODE_20 !== undefined && NODE_20 !== process.execPath)("on Node 20", () => {
  // pnpm runs the commands of the project on a Node of its own, and the library needs a newer one.
  const onNode20 = (page: string) => snippetsIn(page).filter(({ text }) => !/pnpm@|"@galley\//.test(text));
  const withPrograms = EXECUTED.filter((page) => onNode20(page).some(({ language }) => language === "js"));
  describe.each(withPrograms)("%s", (page) => {
    runs(page, onNode20(page), NODE_20 ?? "");
  });
});

test("only the guides of what is not at hand, or done in a browser, have no snippet that can be executed", () => {
  expect(PAGES.filter((page) => !EXECUTED.includes(page))).toEqual([
    "docs/guides/agents.md",
    "docs/guides/cloud-recognisers.md",
    "docs/guides/console.md",
    "docs/guides/how-large-a-machine.md",
    "docs/guides/installing.md",
    "docs/guides/many-machines.md",
    "docs/guides/n8n.md",
    "docs/guides/other-tools.md",
    "docs/guides/troubleshooting.md",
    "docs/guides/tutorials.md",
    "docs/guides/with-a-language-model.md",
  ]);
});

function runs(page: string, snippets: readonly Snippet[], node: string): void {
  let folder: SnippetFolder;
  beforeAll(async () => {
    const path = join(root, `${page.replaceAll("/", "-")}-${node === process.execPath ? "this" : "20"}`);
    await mkdir(path);
    folder = await snippetFolder(path, service, node);
  });
  for (const snippet of snippets) {
    test.skipIf(snippet.language === "python" && !HAS_REQUESTS)(
      `${snippet.language} in line ${snippet.line} runs as it is printed`,
      async () => {
        const printed = await folder.run(snippet);
        expect(withoutEnds(printed)).toBe(withoutEnds(snippet.output ?? printed));
      },
    );
  }
}

function snippetsIn(page: string): readonly Snippet[] {
  return snippetsOf(readFileSync(join(ROOT, page), "utf8"));
}

/** Without blanks at the ends of lines, which editors remove. */
function withoutEnds(text: string): string {
  return text.replaceAll(/[ \t]+$/gm, "").trimEnd();
}

/** The first Node of a major version on the path. */
function nodeOfMajor(major: number): string | undefined {
  const programs = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"));
  return programs.find(
    (program) =>
      existsSync(program) &&
      spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.startsWith(`v${major}.`),
  );
}
