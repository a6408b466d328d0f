/**
 * Builds the Dockerfile with Buildah, and tries the image: the command line, and the services `serve` and `work` with
 * the variables of the compose file.
 *
 *   pnpm image:check
 *
 * Needs Buildah and, where Docker's registry cannot be reached, root and debootstrap.
 */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startEmbeddedPostgres } from "galley/testing";
import { createRestClient } from "../support/clients/rest-client.ts";
import { assertDocumentedSize } from "../support/documented-size.ts";
import { example } from "../support/packed.ts";
import { startObjectServer } from "../support/servers/object-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { buildImage } from "./build-image.ts";
import { buildahIn, type Environment, imageOf } from "./buildah.ts";
import { environmentInCompose } from "./compose.ts";

const MAX_SOCKET_PATH = 108;
const READY_TIMEOUT_MS = 120_000;
const DOCUMENTS = ["sample.pdf", "scan.png"] as const;
const DOT_ENV = {
  POSTGRES_PASSWORD: "postgres",
  OBJECTS_SECRET: "image-objects-secret",
  GALLEY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
  GALLEY_SERVICE_KEY: "image-service-key-0123456789",
  GALLEY_ACCESS_TOKEN: "image-access-token-0123456789",
};

await using folder = temporaryFolder();
await using buildah = await buildahIn(folder.path);
await buildImage(buildah, "galley");
const image = await imageOf(buildah, "galley");
const container = await buildah("from", "galley");
await isSafe();
await hasDocumentedSize();
await findsOptionalPackages();
await runsCommands();
await serves();

async function isSafe(): Promise<void> {
  const script = "id -u; touch /data/own /tmp/own && ! touch /galley/own 2>/dev/null && echo safe";
  const printed = await buildah.within(container, ["sh", "-c", script]);
  if (printed !== "1000\nsafe") throw new Error(`The image runs as: ${printed}`);
  console.log("ok      it runs as user 1000, who can write to /data and /tmp only");
}

async function hasDocumentedSize(): Promise<void> {
  const printed = await buildah.within(container, [
    "du",
    "-skc",
    "/galley",
    "/node_modules",
    "/usr/share/tessdata",
  ]);
  const kilobytes = Number.parseInt(printed.split("\n").at(-1) ?? "", 10);
  const size = await assertDocumentedSize(
    "docs/guides/many-machines.md",
    /image has (\d+) MB beside/,
    kilobytes / 1024,
  );
  console.log(`ok      it has ${size} beside the Node image, as documented`);
}

async function findsOptionalPackages(): Promise<void> {
  const { peerDependencies } = JSON.parse(await buildah.within(container, ["cat", "/galley/package.json"]));
  for (const name of Object.keys(peerDependencies)) {
    const script = `await import(${JSON.stringify(name)})`;
    await buildah.within(container, [
      "node",
      "--input-type=module",
      "-e",
      `process.chdir("/galley"); ${script}`,
    ]);
    console.log(`ok      the optional package ${name} is found`);
  }
}

async function runsCommands(): Promise<void> {
  const galley = (...words: readonly string[]) =>
    buildah.within(container, ["node", "/galley/dist/cli.js", ...words], {
      mounts: { [dirname(example("scan.png"))]: "/examples" },
    });
  for (const name of DOCUMENTS) {
    assertRead(name, await galley("extract", `/examples/${name}`));
    console.log(`ok      galley extract ${name}`);
  }
}

/** Starts the services of the compose file, and reads documents through the one with the work of the other. */
async function serves(): Promise<void> {
  // A folder with a name too long for a socket, so the database listens on a port, as in the compose file.
  const data = join(folder.path, "database".padEnd(MAX_SOCKET_PATH, "-"));
  await using database = await startEmbeddedPostgres(data, { durable: false });
  await using objects = await startObjectServer();
  await objects.makeBucket("galley");
  // The networks of the compose file become one, so each process has ports of its own.
  const here = { DATABASE_URL: database.url, AWS_ENDPOINT_URL: `http://127.0.0.1:${objects.port}` };
  await using serve = await startService("serve", here);
  await using work = await startService("work", here);
  await Promise.all([serve.untilHealthy(), work.untilHealthy()]);
  console.log("ok      the health checks of serve and work succeed");
  const url = `http://127.0.0.1:${serve.port}`;
  const client = createRestClient({ url, serviceKey: DOT_ENV.GALLEY_SERVICE_KEY });
  for (const name of DOCUMENTS) {
    const hash = await client.submit(await readFile(example(name)), { mode: "high_quality" });
    await client.waitUntilSettled(hash, READY_TIMEOUT_MS);
    assertRead(name, (await client.retrieve(hash)).result_text);
    console.log(`ok      serve takes ${name} and work reads it`);
  }
}

async function startService(name: string, here: Environment) {
  const port = `${await freePort()}`;
  const ports = { PORT: port, GALLEY_METRICS_PORT: `${await freePort()}` };
  const environment = { ...(await environmentInCompose(name, DOT_ENV)), ...here, ...ports };
  const child = buildah.start(container, image.command, { environment });
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const isHealthy = () =>
    buildah.within(container, image.healthCheck, { environment }).then(
      () => true,
      () => false,
    );
  return {
    port,
    async untilHealthy() {
      const deadline = Date.now() + READY_TIMEOUT_MS;
      while (!(await isHealthy())) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new Error(`${name} is not healthy:\n${output}`);
        await sleep(500);
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

function assertRead(name: string, text: string): void {
  if (!text.includes("Galley Press")) throw new Error(`${name} was read as: ${text}`);
}
