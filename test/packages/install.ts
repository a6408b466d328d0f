import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { megabytes, OWN_RUNTIME, pnpm, PUBLISHED, type Published, run, RUNTIMES } from "../support/packed.ts";

/** The names under which the packages are published. */
const NAMES = {
  core: "@galley/core",
  fields: "@galley/fields",
  ocr: "@galley/ocr",
  "ocr-chinese": "@galley/ocr-chinese",
  client: "@galley/client",
  "rest-compat": "@galley/rest-compat",
  console: "@galley/console",
  gateway: "galley",
  n8n: "n8n-nodes-galley",
  "ocr/onnxruntime/darwin-arm64": "@galley/onnxruntime-darwin-arm64",
  "ocr/onnxruntime/linux-arm64": "@galley/onnxruntime-linux-arm64",
  "ocr/onnxruntime/linux-x64": "@galley/onnxruntime-linux-x64",
  "ocr/onnxruntime/win32-arm64": "@galley/onnxruntime-win32-arm64",
  "ocr/onnxruntime/win32-x64": "@galley/onnxruntime-win32-x64",
} as const satisfies Record<Published, string>;

const LIBRARY = `import { extractText } from "@galley/core";
console.log((await extractText(process.argv[2])).text);
`;

type Files = Readonly<Record<string, string>>;

interface Manager {
  readonly command: readonly [string, ...string[]];
  /** Packages that are not published yet ask for each other by version: the file that resolves these to tarballs. */
  readonly resolving: (files: Files) => { readonly name: string; readonly text: string } | undefined;
}

export const MANAGERS: Readonly<Record<string, Manager>> = {
  npm: { command: ["npm", "install", "--no-audit", "--no-fund"], resolving: () => undefined },
  pnpm: {
    command: [...pnpm(), "install", "--no-frozen-lockfile", "--ignore-scripts"],
    resolving: (files) => ({
      name: "pnpm-workspace.yaml",
      text: `overrides:\n${Object.entries(files)
        .map(([name, file]) => `  "${name}": "${file}"\n`)
        .join("")}`,
    }),
  },
  yarn: {
    command: ["npx", "-y", "yarn@1", "install", "--no-progress", "--ignore-engines"],
    resolving: () => undefined,
  },
};

/** Installs the tarballs into an empty folder; returns the size of what is installed. */
export async function installWith(
  manager: string,
  folder: string,
  tarballs: ReadonlyMap<Published, string>,
): Promise<string> {
  const found = MANAGERS[manager];
  if (!found) throw new Error(`${manager} is not one of ${Object.keys(MANAGERS).join(", ")}.`);
  await mkdir(folder, { recursive: true });
  const files = filesOf([...tarballs.keys()], tarballs);
  const runtimes = filesOf(RUNTIMES, tarballs);
  const manifest = { name: "empty", version: "1.0.0", type: "module", private: true };
  const dependencies = filesOf(PUBLISHED, tarballs);
  const text = JSON.stringify({
    ...manifest,
    dependencies,
    optionalDependencies: runtimes,
    resolutions: files,
  });
  await writeFile(join(folder, "package.json"), text);
  await writeFile(join(folder, "library.js"), LIBRARY);
  const resolving = found.resolving(files);
  if (resolving) await writeFile(join(folder, resolving.name), resolving.text);
  const [command, ...arguments_] = found.command;
  await run(command, arguments_, { cwd: folder, maxBuffer: 2 ** 26 });
  await assertRuntime(folder);
  return `${(await megabytes(join(folder, "node_modules"))).toFixed(0)} MB`;
}

function filesOf(names: readonly Published[], tarballs: ReadonlyMap<Published, string>): Files {
  return Object.fromEntries(names.map((name) => [NAMES[name], `file:${tarballs.get(name) ?? ""}`]));
}

/** The folder of ONNX Runtime's package of this platform. */
export async function runtimeFolder(folder: string): Promise<string> {
  if (!OWN_RUNTIME) throw new Error(`There is no package for ${process.platform}-${process.arch}.`);
  return realpath(join(folder, "node_modules", NAMES[OWN_RUNTIME]));
}

/** Of the packages for platforms, only that of this one is installed. */
async function assertRuntime(folder: string): Promise<void> {
  const own = await runtimeFolder(folder);
  const installed = (await readdir(join(folder, "node_modules/@galley"))).filter((name) =>
    name.startsWith("onnxruntime-"),
  );
  if (installed.length !== 1) throw new Error(`${installed.join(", ")} are installed, not only ${own}.`);
}
