import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { letter } from "../fixtures/business.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { wordsIn, wordsOn } from "../support/words.ts";

const CORE = fileURLToPath(new URL("../../packages/core/", import.meta.url));
const PROGRAM = `import { createExtractor } from "@galley/core";
await using extractor = createExtractor({ threads: 2 });
const document = await extractor.extract(process.argv[2]);
process.stdout.write(document.text);
`;

const run = promisify(execFile);

test("the packed library, installed with npm into an empty folder, extracts a PDF in five lines", async () => {
  await using folder = temporaryFolder();
  const tarball = await pack(folder.path);
  await writeFile(join(folder.path, "package.json"), `{ "type": "module" }`);
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], { cwd: folder.path });
  await writeFile(join(folder.path, "program.js"), PROGRAM);
  await writeFile(join(folder.path, "letter.pdf"), letter().bytes);

  const { stdout } = await run(process.execPath, ["program.js", "letter.pdf"], { cwd: folder.path });

  expect(wordsIn(stdout.replace("<<<", ""))).toEqual(wordsOn(letter().pages));
  expect(await filesIn(join(folder.path, "node_modules/@galley/core"))).not.toContainEqual(
    expect.stringMatching(/\.test\.|(^|\/)testing\//),
  );
}, 300_000);

/** Packs the library as for publishing; only pnpm resolves the versions of its catalog. */
async function pack(destination: string): Promise<string> {
  const [command, ...arguments_] = pnpm();
  await run(command, [...arguments_, "pack", "--pack-destination", destination], { cwd: CORE });
  const tarball = (await readdir(destination)).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("pnpm packed nothing");
  return join(destination, tarball);
}

/** The pnpm that runs the tests, or else the version in the README. */
function pnpm(): readonly [string, ...string[]] {
  const running = process.env["npm_execpath"] ?? "";
  if (!basename(running).startsWith("pnpm")) return ["npx", "-y", "pnpm@12.21.0"];
  return /^\.[cm]?js$/.test(extname(running)) ? [process.execPath, running] : [running];
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.map((entry) => entry.replaceAll("\\", "/"));
}
