/**
 * Packs all packages, checks them with publint and Are the Types Wrong?, installs the tarballs into empty folders with
 * npm, pnpm and yarn, and runs the library, the command line and the service there on several versions of Node:
 *
 *   pnpm packages:check --node 22.23.3,24.9.0 --managers npm,pnpm,yarn
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packed, PUBLISHED, run, RUNTIMES } from "../support/packed.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { installWith, MANAGERS } from "./install.ts";
import { reads, readsTheSame, refuses, serves } from "./try-out.ts";

const { values } = parseArgs({
  options: {
    node: { type: "string", default: "22.23.3,24.9.0" },
    managers: { type: "string", default: Object.keys(MANAGERS).join(",") },
  },
});

/** The service needs a newer one, and says so. */
const TOO_OLD = "20.19.0";
const WITH_TYPES: ReadonlySet<string> = new Set(["core", "fields", "ocr", "client", "rest-compat"]);

await using root = temporaryFolder();
const tarballs = await packed(join(root.path, "packed"), [...PUBLISHED, ...RUNTIMES]);
const nodes = await installedNodes();

await report("publint and types", checkPackages);
for (const manager of values.managers.split(",")) {
  const folder = join(root.path, manager);
  await report(`${manager} installs`, () => installWith(manager, folder, tarballs));
  for (const [version, node] of nodes) {
    await report(`${manager}, Node ${version}: reads`, () => reads(node, folder));
    await report(`${manager}, Node ${version}: serves`, () => serves(node, folder));
  }
  await report(`${manager} reads with either runtime`, () => readsTheSame(process.execPath, folder));
  await report(`${manager}, Node ${TOO_OLD}: refuses`, async () => refuses(await nodeOf(TOO_OLD), folder));
}

/** Runs a check and prints what came of it. */
async function report(what: string, check: () => Promise<string>): Promise<void> {
  const startedAt = Date.now();
  const seconds = (): string => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  try {
    const detail = await check();
    console.log(`ok      ${what}: ${detail} (${seconds()})`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`FAILED  ${what} (${seconds()})\n${error instanceof Error ? error.message : String(error)}`);
  }
}

async function checkPackages(): Promise<string> {
  for (const [name, tarball] of tarballs) {
    await run("publint", ["run", tarball, "--strict"]);
    if (WITH_TYPES.has(name)) await run("attw", [tarball, "--profile", "esm-only"]);
  }
  return `${tarballs.size} packages`;
}

async function installedNodes(): Promise<ReadonlyMap<string, string>> {
  const found = new Map([[process.versions.node, process.execPath]]);
  for (const version of values.node.split(",")) found.set(version, await nodeOf(version));
  return found;
}

/** The program of a version of Node, from its package. */
async function nodeOf(version: string): Promise<string> {
  const folder = join(root.path, `node-${version}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), "{}");
  const name = `node-${process.platform}-${process.arch}`;
  await run("npm", ["install", "--no-audit", "--no-fund", `${name}@${version}`], { cwd: folder });
  return join(folder, "node_modules", name, "bin", "node");
}
