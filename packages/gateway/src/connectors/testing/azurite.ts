import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiServer } from "./apis/api-server.ts";
import { freePort, listening } from "./free-port.ts";

const KEY = Buffer.from("a key of the account").toString("base64");
export const BLOB_SETTINGS = {
  connectorName: "blobs",
  account_name: "press",
  access_key: KEY,
  bucket: "texts",
};

const PROGRAM = createRequire(import.meta.url).resolve("azurite/dist/src/blob/main.js");

/** Azurite, Microsoft's emulator of Azure Blob Storage, with one empty container. The account is in the path of its URL. */
export async function startAzurite(): Promise<ApiServer> {
  await using starting = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "galley-azurite-"));
  starting.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const options = ["--inMemoryPersistence", "--disableTelemetry", "--silent", "--skipApiVersionCheck"];
  const server = spawn(process.execPath, [PROGRAM, "--blobPort", `${port}`, ...options], {
    stdio: "ignore",
    cwd: folder,
    env: { AZURITE_ACCOUNTS: `${BLOB_SETTINGS.account_name}:${KEY}` },
  });
  starting.defer(async () => {
    server.kill("SIGKILL");
    if (server.exitCode === null) await once(server, "exit");
  });
  await listening(port);
  const url = `http://127.0.0.1:${port}`;
  await makeContainer(url, BLOB_SETTINGS.bucket);
  const parts = starting.move();
  return { url: `${url}/{account}`, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Most users of this module need no Azure, whose client takes long to load. */
async function makeContainer(url: string, name: string): Promise<void> {
  const { BlobServiceClient, StorageSharedKeyCredential } = await import("@azure/storage-blob");
  const credential = new StorageSharedKeyCredential(BLOB_SETTINGS.account_name, KEY);
  await new BlobServiceClient(`${url}/${BLOB_SETTINGS.account_name}`, credential)
    .getContainerClient(name)
    .create();
}
