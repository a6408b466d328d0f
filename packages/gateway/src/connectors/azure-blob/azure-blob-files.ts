import { Readable } from "node:stream";
import type { BlobItem, ContainerClient } from "@azure/storage-blob";
import { ConnectorError, type FileQuery, type SourceFile, type StoreEntry } from "@galley/core/domain";
import type { OpenConnector } from "../connector-definition.ts";
import { isUsablePath, nameOf, usableFolder, usablePath } from "../files/usable-path.ts";
import { folderAt, isWanted } from "../files/walk.ts";
import type { Network } from "../network.ts";
import { azureError, containerClient, type AzureBlobAccess } from "./azure-client.ts";

/** Block size of uploads; one block at a time is in memory. */
const BLOCK_BYTES = 4 * 1024 * 1024;
const BLOCKS_IN_FLIGHT = 1;

/** Times that a download that breaks off is resumed. */
const RESUMPTIONS = 3;

/** @throws ConnectorError if the key is rejected, or the container does not exist. */
export async function openAzureBlob(
  access: AzureBlobAccess,
  way: { readonly network: Network; readonly base: string },
  signal: AbortSignal,
): Promise<OpenConnector> {
  const container = containerClient(access, way);
  await firstPage(container, signal);
  return {
    source: {
      list: (query, stop) => translated(list(container, query, stop), stop),
      browse: (folder, stop) => translated(browse(container, usableFolder(folder), stop), stop),
      read: (path, stop) => translated(read(container, path, stop), stop),
    },
    sink: { write: async (path, content, stop) => write(container, { path, content }, stop) },
    trials: { list: (stop) => firstPage(container, stop) },
    async [Symbol.asyncDispose]() {},
  };
}

async function firstPage(container: ContainerClient, signal: AbortSignal): Promise<void> {
  const pages = container.listBlobsFlat({ abortSignal: signal }).byPage({ maxPageSize: 1 });
  await asked(signal, () => pages.next());
}

async function* list(
  container: ContainerClient,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  for (const folder of query.folders.length === 0 ? [""] : query.folders.map(usableFolder)) {
    for await (const blob of blobsIn(container, { folder, recursive: query.recursive }, signal)) {
      const file = fileOf(blob);
      if (file && isWanted(file.name, query)) yield file;
    }
  }
}

async function* blobsIn(
  container: ContainerClient,
  { folder, recursive }: { readonly folder: string; readonly recursive: boolean },
  signal: AbortSignal,
): AsyncGenerator<BlobItem> {
  const options = { ...prefixOf(folder), abortSignal: signal };
  if (recursive) yield* container.listBlobsFlat(options);
  else
    for await (const entry of container.listBlobsByHierarchy("/", options))
      if (entry.kind === "blob") yield entry;
}

async function* browse(
  container: ContainerClient,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<StoreEntry> {
  const options = { ...prefixOf(folder), abortSignal: signal };
  for await (const entry of container.listBlobsByHierarchy("/", options)) {
    const found = entry.kind === "prefix" ? folderAt(entry.name) : fileOf(entry);
    if (found) yield { kind: "file", ...found };
  }
}

function prefixOf(folder: string): { readonly prefix?: string } {
  return folder === "" ? {} : { prefix: `${folder}/` };
}

/** Undefined if the name cannot be requested. */
function fileOf({ name: path, properties }: BlobItem): SourceFile | undefined {
  if (!isUsablePath(path)) return undefined;
  const { contentLength: bytes, lastModified: modifiedAt } = properties;
  return { path, name: nameOf(path), bytes, modifiedAt };
}

async function* read(
  container: ContainerClient,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const blob = container.getBlobClient(usablePath(path));
  const options = { abortSignal: signal, maxRetryRequests: RESUMPTIONS };
  const { readableStreamBody: body } = await blob.download(0, undefined, options);
  if (!(body instanceof Readable)) throw new ConnectorError("FAILED", "The server's response has no body.");
  for await (const chunk of body) yield chunk;
}

/** Uploaded blocks become a blob when the block list is sent. */
async function write(
  container: ContainerClient,
  { path, content }: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const blob = container.getBlockBlobClient(usablePath(path));
  const body = Readable.from(content, { objectMode: false });
  const options = { abortSignal: signal };
  await asked(signal, () => blob.uploadStream(body, BLOCK_BYTES, BLOCKS_IN_FLIGHT, options));
}

async function asked<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw azureError(error);
  }
}

async function* translated<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    signal.throwIfAborted();
    throw azureError(error);
  }
}
