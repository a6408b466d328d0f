import module from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { codeCacheFolder, keepCompiledModules } from "@galley/core/code-cache";
import type * as CommandLine from "../command-line/run-cli.ts";
import { runCachedScript } from "./cached-script.ts";

/** The script of the command line: defines its exports with what stays outside it. */
type Definition = (
  exports: Partial<typeof CommandLine>,
  require: (id: string) => unknown,
  load: (id: string) => Promise<unknown>,
  addresses: Addresses,
) => void;

/** What `import.meta.url` is in the script's modules. */
interface Addresses {
  readonly script: string;
  readonly library: string;
}

const SCRIPT = new URL("../command-line/run-cli.bundle.cjs", import.meta.url);

let library: string | undefined;
const addresses: Addresses = {
  script: SCRIPT.href,
  get library() {
    library ??= pathToFileURL(module.createRequire(SCRIPT).resolve("@galley/core/unbundled")).href;
    return library;
  },
};

/** Runs the command line from its script, with the compiled code of an earlier run. */
export async function runCli(): Promise<void> {
  const exports: Partial<typeof CommandLine> = {};
  const { value: define, keep } = runCachedScript<Definition>(fileURLToPath(SCRIPT), codeCacheFolder());
  define(exports, required, loaded, addresses);
  await exports.runCli?.();
  if (!keep || process.argv[2] !== "extract") return;
  await exports.readSamples?.();
  keep();
}

/** Modules of Node at once; others when one of their exports is used, which most runs do not need. */
function required(id: string): unknown {
  if (id.startsWith("node:")) return process.getBuiltinModule(id);
  return new Proxy({}, { get: (_, name) => Reflect.get(module.createRequire(SCRIPT)(id), name) });
}

function loaded(id: string): Promise<unknown> {
  keepCompiledModules();
  return import(id.startsWith(".") ? new URL(id, SCRIPT).href : id);
}
