import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { isErrno } from "../../files/errno.ts";

const TIMEOUT_MS = 10 * 60_000;

/** npm writes it whatever its configuration says about lock files. */
const LOCK_FILE = "node_modules/.package-lock.json";

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});

/**
 * Installs a package into the empty folder `scratch` with the user's npm, and so from the user's registry, and returns
 * the package's folder. npm compares it with the checksum that the registry names. Scripts do not run.
 *
 * @throws Error with a sentence for the user.
 */
export async function installPackage(name: string, version: string, scratch: string): Promise<string> {
  // Without it, npm would install into a project above the folder.
  await writeFile(join(scratch, "package.json"), '{ "private": true }\n');
  const call = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await promisify(execFile)("npm", [...call, `${name}@${version}`], {
      cwd: scratch,
      timeout: TIMEOUT_MS,
      // On Windows, npm is a script. Nothing of the call needs quoting.
      shell: process.platform === "win32",
    });
  } catch (cause) {
    throw new Error(reasonOf(cause, name), { cause });
  }
  const { packages } = lockSchema.parse(JSON.parse(await readFile(join(scratch, LOCK_FILE), "utf8")));
  const { integrity = "" } = packages[`node_modules/${name}`] ?? {};
  if (!integrity.startsWith("sha512-")) throw new Error(`The registry names no SHA-512 checksum of ${name}.`);
  return join(scratch, "node_modules", name);
}

function reasonOf(cause: unknown, name: string): string {
  if (isErrno(cause, "ENOENT")) return "npm was not found; it downloads the data.";
  const { stderr, killed } = failureSchema.catch({ stderr: "", killed: false }).parse(cause);
  if (killed) return "npm took longer than 10 minutes.";
  const code = /^npm (?:error|ERR!) code (?<code>\w+)/m.exec(stderr)?.groups?.["code"];
  if (code === "E404") return `The registry has no package ${name}.`;
  if (code === "EINTEGRITY") return `The download of ${name} does not match its checksum.`;
  const lines = stderr.split("\n").map((text) => text.replace(/^npm (?:error|ERR!) /, "").trim());
  const line = lines.find((text) => text !== "" && !text.startsWith("code ")) ?? "npm failed";
  return `${line.replace(/\.$/, "")}.`;
}

const failureSchema = z.object({ stderr: z.string(), killed: z.boolean() });
