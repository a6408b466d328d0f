import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { example, run } from "../../support/packed.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const CORE = fileURLToPath(new URL("../../../packages/core/", import.meta.url));
const POOL = join(CORE, "dist/extraction/pool");

/** What a program starts that uses an extractor. */
const THREADS = {
  "page-task": join(POOL, "pages/page-task.js"),
  "structure-entry": join(POOL, "structure/structure-entry.js"),
  "render-task": join(POOL, "drawing/render-task.js"),
};

const PROGRAM = `import { createExtractor } from ${JSON.stringify(join(CORE, "dist/index.js"))};
try {
  await using extractor = createExtractor({ threads: 1 });
  console.log((await extractor.extract(process.argv[2])).text);
} catch (error) {
  console.log("failed:", error.message);
}
`;

let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Bundles entries into a folder, with the data beside them, as docs/guides/installing.md says. */
async function bundled(name: string, entries: Readonly<Record<string, string>>): Promise<string> {
  const out = join(folder.path, name);
  await mkdir(join(out, "node_modules"), { recursive: true });
  const program = join(folder.path, `${name}.js`);
  await writeFile(program, PROGRAM);
  const bundle = await rolldown({
    input: { app: program, ...entries },
    platform: "node",
    external: ["@galley/ocr", "piscina"],
    logLevel: "silent",
  });
  await bundle.write({ dir: out, format: "esm", entryFileNames: "[name].js" });
  await bundle.close();
  await writeFile(join(out, "package.json"), `{ "type": "module" }`);
  await cp(join(CORE, "dist/pdfjs"), join(out, "pdfjs"), { recursive: true });
  await symlink(join(CORE, "node_modules/piscina"), join(out, "node_modules/piscina"));
  return out;
}

async function outputOf(out: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(out, "app.js"), example("sample.pdf")], {
    cwd: out,
    timeout: 60_000,
  });
  return stdout;
}

test("a bundle without its threads says which one is missing", async () => {
  expect(await outputOf(await bundled("alone", {}))).toMatch(
    /^failed: .*page-task\.js is missing, which is a thread of @galley\/core\. Leave @galley\/core out/,
  );
});

test("a bundle with its threads beside it reads", async () => {
  expect(await outputOf(await bundled("with-threads", THREADS))).toContain("<<<");
});
