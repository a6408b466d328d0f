import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The folders of the packages that are published. */
export const PUBLISHED = [
  "core",
  "fields",
  "ocr",
  "ocr-chinese",
  "client",
  "rest-compat",
  "console",
  "gateway",
  "n8n",
] as const;

/** Those of ONNX Runtime for one platform each. */
export const RUNTIMES = [
  "ocr/onnxruntime/darwin-arm64",
  "ocr/onnxruntime/linux-arm64",
  "ocr/onnxruntime/linux-x64",
  "ocr/onnxruntime/win32-arm64",
  "ocr/onnxruntime/win32-x64",
] as const;
export type Published = (typeof PUBLISHED | typeof RUNTIMES)[number];

/** That of this platform; undefined if there is none. */
export const OWN_RUNTIME = RUNTIMES.find((name) => name.endsWith(`/${process.platform}-${process.arch}`));

export const run = promisify(execFile);

/** Packs packages as for publishing; only pnpm resolves the versions of its catalog. Returns their tarballs. */
export async function packed(
  destination: string,
  packages: readonly Published[],
): Promise<ReadonlyMap<Published, string>> {
  const tarballs = new Map<Published, string>();
  for (const name of packages) {
    const folder = join(destination, name);
    await mkdir(folder, { recursive: true });
    const [command, ...arguments_] = pnpm();
    await run(command, [...arguments_, "pack", "--pack-destination", folder], {
      cwd: join(ROOT, "packages", name),
    });
    const tarball = (await readdir(folder)).find((file) => file.endsWith(".tgz"));
    if (tarball === undefined) throw new Error("pnpm packed nothing");
    tarballs.set(name, join(folder, tarball));
  }
  return tarballs;
}

/** The pnpm that runs the tests, or else the version in the README. */
export function pnpm(): readonly [string, ...string[]] {
  const running = process.env["npm_execpath"] ?? "";
  if (!basename(running).startsWith("pnpm")) return ["npx", "-y", "pnpm@12.21.0"];
  return /^\.[cm]?js$/.test(extname(running)) ? [process.execPath, running] : [running];
}

/** The files of a tarball, without their common folder. */
export async function filesOf(tarball: string): Promise<readonly string[]> {
  const { stdout } = await run("tar", ["-tzf", tarball], { maxBuffer: 16 * 2 ** 20 });
  return stdout
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
}

/** The manifest in a tarball, as text. */
export async function manifestOf(tarball: string): Promise<string> {
  return (await run("tar", ["-xzOf", tarball, "package/package.json"])).stdout;
}

/** The size of a folder on the disk in megabytes. */
export async function megabytes(folder: string): Promise<number> {
  const { stdout } = await run("du", ["-sk", folder]);
  return Number.parseInt(stdout, 10) / 1024;
}

/** A file of the repository. */
export function example(name: string): string {
  return join(ROOT, "examples", name);
}
