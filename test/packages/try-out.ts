import { spawn } from "node:child_process";
import { once } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asPng, printedReceipt } from "@galley/core/testing";
import { z } from "zod";
import { example, run } from "../support/packed.ts";
import { runtimeFolder } from "./install.ts";

const READY_TIMEOUT_MS = 120_000;
const POLL_MS = 200;

function programOf(folder: string): string {
  return join(folder, "node_modules/galley/dist/cli.js");
}

/** The library reads native text, the command line a scan. */
export async function reads(node: string, folder: string): Promise<string> {
  const library = await run(node, ["library.js", example("sample.pdf")], { cwd: folder });
  const command = await run(node, [programOf(folder), "extract", example("scan.png")], { cwd: folder });
  for (const { stdout, stderr } of [library, command]) {
    if (!stdout.includes("Galley Press") || stderr !== "") throw new Error(`${stdout}${stderr}`);
  }
  return "a PDF and a scan";
}

/** A receipt is read by the models, as machine code and, without the package of the platform, as WebAssembly. */
export async function readsTheSame(node: string, folder: string): Promise<string> {
  const picture = join(folder, "receipt.png");
  await writeFile(picture, asPng(await printedReceipt(150)));
  const native = await readReceipt(node, folder, "machine code");
  const runtime = await runtimeFolder(folder);
  await rename(runtime, `${runtime}-away`);
  try {
    const wasm = await readReceipt(node, folder, "WebAssembly");
    if (native.text !== wasm.text || !native.text.includes("12.90"))
      throw new Error(JSON.stringify({ native, wasm }));
    return `the same receipt in ${native.seconds} s as machine code, ${wasm.seconds} s as WebAssembly`;
  } finally {
    await rename(`${runtime}-away`, runtime);
  }
}

const readSchema = z.object({
  text: z.string(),
  pages: z.array(z.object({ recognisers: z.array(z.object({ engine: z.string() })) })),
});

async function readReceipt(node: string, folder: string, runtime: string) {
  const env = { ...process.env, GALLEY_DATA_DIR: join(folder, "doctor") };
  const doctor = await run(node, [programOf(folder), "doctor"], { cwd: folder, env });
  if (!doctor.stdout.includes(`models run as ${runtime}`)) throw new Error(doctor.stdout);
  const startedAt = Date.now();
  const call = ["extract", "receipt.png", "--mode", "low_cost", "--format", "json"];
  const { stdout } = await run(node, [programOf(folder), ...call], { cwd: folder });
  const { text, pages } = readSchema.parse(JSON.parse(stdout));
  if (!pages[0]?.recognisers.some(({ engine }) => engine === "onnx")) throw new Error(stdout);
  return { text, seconds: ((Date.now() - startedAt) / 1000).toFixed(1) };
}

/** `galley` without arguments starts the service on its embedded database, and a signal ends it. */
export async function serves(node: string, folder: string): Promise<string> {
  const startedAt = Date.now();
  const child = spawn(node, [programOf(folder)], {
    cwd: folder,
    env: { ...process.env, PORT: "0", GALLEY_DATA_DIR: join(folder, `data-${Date.now()}`) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  try {
    const url = await addressIn(() => output);
    const [page, ready] = await Promise.all([fetch(`${url}/console/`), fetch(`${url}/health/ready`)]);
    if (!page.ok || !ready.ok) throw new Error(`/console/ ${page.status}, /health/ready ${ready.status}`);
    return `ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  } catch (error) {
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function addressIn(output: () => string): Promise<string> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const url = /Listening on +(\S+)/.exec(output())?.[1];
    if (url !== undefined) return url;
    if (Date.now() > deadline) throw new Error("The service did not start in time.");
    await sleep(POLL_MS);
  }
}

/** A Node that is too old gets a sentence and no stack trace. */
export async function refuses(node: string, folder: string): Promise<string> {
  const child = spawn(node, [programOf(folder), "--version"], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [exitCode] = await once(child, "close");
  if (exitCode !== 1 || !/^Galley needs Node \S+ or newer, this is \S+\.\n$/.test(output))
    throw new Error(output);
  return output.trim();
}
