import { execFile } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { createGraphqlClient } from "./clients/graphql-client.ts";
import type { RunningService } from "./service.ts";
import type { Snippet } from "./snippets.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PRINTED_ADDRESS = "127.0.0.1:8080";
const TIMEOUT_MS = 60_000;

/** A fresh folder in which the snippets of one page are executed one after the other, as a reader would. */
export interface SnippetFolder {
  /** Executes a snippet and returns what it prints. Variables and functions of the shell stay for the next. */
  run(snippet: Snippet): Promise<string>;
}

/** Programs are run by `node`. Of what is printed, only the address of the service is another. */
export async function snippetFolder(
  path: string,
  service: RunningService,
  node: string,
): Promise<SnippetFolder> {
  await mkdir(join(path, "bin"), { recursive: true });
  await mkdir(join(path, "node_modules", "@galley"), { recursive: true });
  await cp(join(ROOT, "examples"), join(path, "examples"), { recursive: true });
  await symlink(service.dataDir, join(path, ".galley"));
  await symlink(node, join(path, "bin", "node"));
  for (const name of ["core", "fields"])
    await symlink(join(ROOT, "packages", name), join(path, "node_modules", "@galley", name));
  const client = "llmwhisperer-client";
  await symlink(join(ROOT, "test", "node_modules", client), join(path, "node_modules", client));
  await writeFile(join(path, "bin", "npx"), NPX, { mode: 0o755 });
  await writeFile(join(path, ".state"), "");

  const inShell = async (script: string): Promise<string> => {
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], {
      cwd: path,
      env: { HOME: path, PATH: `${join(path, "bin")}:${process.env["PATH"] ?? ""}` },
      timeout: TIMEOUT_MS,
    });
    return stdout;
  };
  return {
    async run({ language, text }) {
      const here = text.replaceAll(PRINTED_ADDRESS, new URL(service.url).host);
      if (language === "graphql") return runOperations(path, service, here, inShell);
      if (language === "sh") return inShell(`set -a; . ./.state\n${here}\n${KEEP_STATE}`);
      const [program, file] = language === "js" ? ["node", "snippet.mjs"] : ["python3", "snippet.py"];
      await writeFile(join(path, file), here);
      return inShell(`. ./.state; exec ${program} ${file}`);
    },
  };
}

const KEEP_STATE = "{ export -p; declare -f; } > .state";

/** `npx -y pnpm@… galley` with the program that is built already: building it again would disturb other tests. */
const NPX = `#!/bin/sh
case "$1 $2" in "-y pnpm@"*) shift 2 ;; *) echo "npx: only pnpm is known here" >&2; exit 64 ;; esac
[ "$1" != --silent ] || shift
[ "$1" = galley ] || { echo "pnpm: only galley is known here" >&2; exit 64; }
shift
exec "${process.execPath}" "${join(ROOT, "packages/gateway/dist/cli.js")}" "$@"
`;

/** Variables of an operation are those of the shell; the ids of a result become variables of the names of its fields. */
async function runOperations(
  path: string,
  service: RunningService,
  text: string,
  inShell: (script: string) => Promise<string>,
): Promise<string> {
  const serviceKey = (await readFile(join(path, ".galley", "extraction-key"), "utf8")).trim();
  const client = createGraphqlClient({ url: service.url, serviceKey });
  const results: string[] = [];
  for (const operation of text.split(/\n\n(?=\w)/)) {
    const environment = z
      .record(z.string(), z.string())
      .parse(JSON.parse(await inShell(`. ./.state; node -p "JSON.stringify(process.env)"`)));
    const names = [...operation.matchAll(/\$(\w+)\s*:/g)].map(([, name = ""]) => name);
    const variables = Object.fromEntries(names.map((name) => [name, environment[name.toUpperCase()]]));
    const answers: unknown[] = [];
    if (operation.startsWith("subscription")) {
      for await (const event of client.subscribe(z.unknown(), operation, variables)) answers.push(event);
    } else answers.push(await client.read(z.unknown(), operation, variables));
    for (const [name, id] of idsIn(answers))
      await inShell(`. ./.state; export ${name.toUpperCase()}=${id}; ${KEEP_STATE}`);
    results.push(JSON.stringify(answers));
  }
  return results.join("\n");
}

function idsIn(value: unknown): readonly (readonly [field: string, id: string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, part]: readonly [string, unknown]) => {
    const id: unknown = Reflect.get(Object(part), "id");
    return [...(typeof id === "string" ? [[field, id] as const] : []), ...idsIn(part)];
  });
}
