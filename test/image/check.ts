/**
 * Builds what the container image contains, without Docker, and tries it as the image runs it: another user, a read-only
 * tree, only the variables of the Dockerfile, and a database of its own:
 *
 *   pnpm image:check
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startEmbeddedPostgres } from "galley/testing";
import { example, megabytes, run } from "../support/packed.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { buildImage, type Image } from "./build.ts";

const READY_TIMEOUT_MS = 120_000;
const SERVICE_KEY = "image-service-key-0123456789";

await using folder = temporaryFolder();
await chmod(folder.path, 0o755);
const image = await buildImage(folder.path);
try {
  console.log(`built   ${Math.round(await megabytes(image.root))} MB without the Node image`);
  for (const part of ["galley", "node_modules"]) {
    console.log(`        /${part} ${Math.round(await megabytes(join(image.root, part)))} MB`);
  }
  await using database = await startEmbeddedPostgres(join(folder.path, "database"), { durable: false });
  const port = `${await freePort()}`;
  const running = {
    ...image.environment,
    HOST: "127.0.0.1",
    PORT: port,
    DATABASE_URL: database.url,
    GALLEY_SERVICE_KEY: SERVICE_KEY,
    GALLEY_ACCESS_TOKEN: "image-access-token-0123456789",
    TMPDIR: join(image.root, "data"),
  };
  await findsConnectorPackages(running);
  await runsCommands(running);
  await serves(running);
} finally {
  await run("chmod", ["-R", "u+w", image.root]);
}

type Environment = Readonly<Record<string, string>>;

/** As the image's user, if this process may become it. */
function asUser({ user }: Image): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid: user, gid: user } : {};
}

async function node(words: readonly string[], env: Environment): Promise<string> {
  const options = { cwd: join(image.root, "galley"), env, ...asUser(image) };
  const { stdout } = await run(process.execPath, words, options);
  return stdout;
}

async function findsConnectorPackages(env: Environment): Promise<void> {
  const manifest: unknown = JSON.parse(await readFile(join(image.root, "galley/package.json"), "utf8"));
  for (const name of Object.keys(Object(Object(manifest).peerDependencies))) {
    await node(["--input-type=module", "-e", `await import(${JSON.stringify(name)})`], env);
    console.log(`ok      the optional package ${name} is found`);
  }
}

async function runsCommands(env: Environment): Promise<void> {
  for (const name of ["sample.pdf", "scan.png"]) {
    const text = await node(["dist/cli.js", "extract", example(name)], env);
    if (!text.includes("Galley Press")) throw new Error(`${name} was read as: ${text}`);
    console.log(`ok      galley extract ${name}`);
  }
  console.log(await node(["dist/cli.js", "doctor"], env));
}

/** Starts the image's command, waits until its health check succeeds, and reads a document through the API. */
async function serves(env: Environment): Promise<void> {
  const [, ...words] = image.command;
  const child = spawn(process.execPath, words, {
    cwd: image.root,
    env,
    ...asUser(image),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = once(child, "exit");
  try {
    await untilHealthy(env, () => child.exitCode === null);
    console.log("ok      the health check succeeds");
    const client = createRestClient({ url: `http://127.0.0.1:${env["PORT"]}`, serviceKey: SERVICE_KEY });
    const hash = await client.submit(await readFile(example("sample.pdf")));
    await client.waitUntilSettled(hash);
    const { result_text: text } = await client.retrieve(hash);
    if (!text.includes("Galley Press")) throw new Error(`The document was read as: ${text}`);
    console.log("ok      the service reads a document");
  } catch (error) {
    throw new Error(`${String(error)}\n${output}`, { cause: error });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function untilHealthy(env: Environment, isRunning: () => boolean): Promise<void> {
  const [, ...words] = image.healthCheck;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (isRunning() && Date.now() < deadline) {
    const isHealthy = await node(words, env).then(
      () => true,
      () => false,
    );
    if (isHealthy) return;
    await sleep(500);
  }
  throw new Error("The image's health check never succeeded.");
}
