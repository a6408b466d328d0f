import { ConnectorError, type FileQuery, type SourceFile, type StoreEntry } from "@galley/core/domain";
import { assertSuccess, textOf } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { isUsablePath, nameOf, usableFolder, usablePath } from "../files/usable-path.ts";
import { folderAt, isWanted } from "../files/walk.ts";
import type { Network, NetworkAnswer } from "../network.ts";
import { blobPageOf, type BlobPage } from "./blob-list.ts";
import { sharedKey, type AzureAccount } from "./shared-key.ts";

export interface AzureBlobAccess {
  readonly account_name: string;
  readonly access_key: string;
  /** The container name. */
  readonly bucket: string;
}

const VERSION = "2021-12-02";

/** Block size of uploads; one block at a time is in memory. */
const BLOCK_BYTES = 4 * 1024 * 1024;

interface Container {
  readonly network: Network;
  readonly account: AzureAccount;
  /** The URL of the container, without a trailing slash. */
  readonly url: string;
}

/** @throws ConnectorError if the key is rejected, or the container does not exist. */
export async function openAzureBlob(
  { account_name: name, access_key: key, bucket }: AzureBlobAccess,
  { network, base }: { readonly network: Network; readonly base: string },
  signal: AbortSignal,
): Promise<OpenConnector> {
  const url = `${base.replace("{account}", name)}/${encodeURIComponent(bucket)}`;
  const container = { network, account: { name, key }, url };
  await pageOf(container, { maxresults: "1" }, signal);
  return {
    source: {
      list: (query, stop) => list(container, query, stop),
      browse: (folder, stop) => browse(container, usableFolder(folder), stop),
      read: (path, stop) => read(container, path, stop),
    },
    sink: { write: async (path, content, stop) => write(container, { path, content }, stop) },
    trials: { list: async (stop) => void (await pageOf(container, { maxresults: "1" }, stop)) },
    async [Symbol.asyncDispose]() {},
  };
}

async function* list(
  container: Container,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  for (const folder of query.folders.length === 0 ? [""] : query.folders.map(usableFolder)) {
    yield* listFolder(container, folder, query, signal);
  }
}

async function* browse(
  container: Container,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<StoreEntry> {
  for await (const page of blobPages(container, { folder, recursive: false }, signal)) {
    yield* page.prefixes.flatMap((prefix) => folderAt(prefix) ?? []);
    for (const file of filesOf(page)) yield { ...file, kind: "file" };
  }
}

async function* listFolder(
  container: Container,
  folder: string,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  for await (const page of blobPages(container, { folder, recursive: query.recursive }, signal)) {
    yield* filesOf(page).filter(({ name }) => isWanted(name, query));
  }
}

function filesOf({ blobs }: BlobPage): readonly SourceFile[] {
  return blobs
    .filter(({ name }) => isUsablePath(name))
    .map(({ name: path, bytes, modifiedAt }) => ({ path, name: nameOf(path), bytes, modifiedAt }));
}

async function* blobPages(
  container: Container,
  { folder, recursive }: { readonly folder: string; readonly recursive: boolean },
  signal: AbortSignal,
): AsyncGenerator<BlobPage> {
  const asked = {
    ...(folder !== "" && { prefix: `${folder}/` }),
    ...(!recursive && { delimiter: "/" }),
  };
  let marker = "";
  do {
    const page = await pageOf(container, { ...asked, ...(marker !== "" && { marker }) }, signal);
    yield page;
    marker = page.nextMarker;
  } while (marker !== "");
}

async function pageOf(
  container: Container,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<BlobPage> {
  const parameters = { restype: "container", comp: "list", ...asked };
  const answer = await call(container, { parameters }, signal);
  await assertSuccess(answer);
  return blobPageOf(await textOf(answer));
}

async function* read(container: Container, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const answer = await call(container, { path: usablePath(path) }, signal);
  await assertSuccess(answer);
  yield* answer.body;
}

/** Uploaded blocks become a blob when the block list is sent. */
async function write(
  container: Container,
  file: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const path = usablePath(file.path);
  const ids: string[] = [];
  for await (const block of blocksOf(file.content)) {
    const id = Buffer.from(`${ids.length}`.padStart(8, "0")).toString("base64");
    ids.push(id);
    const parameters = { comp: "block", blockid: id };
    await assertSuccess(await call(container, { path, parameters, body: block }, signal));
  }
  const blocks = ids.map((id) => `<Latest>${id}</Latest>`).join("");
  const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${blocks}</BlockList>`);
  const parameters = { comp: "blocklist" };
  await assertSuccess(await call(container, { path, parameters, body }, signal));
}

async function* blocksOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(held);
}

interface Call {
  /** Undefined for the container itself. */
  readonly path?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A PUT if there is a body, otherwise a GET. */
async function call(
  { network, account, url }: Container,
  { path, parameters = {}, body }: Call,
  signal: AbortSignal,
): Promise<NetworkAnswer> {
  const method = body === undefined ? "GET" : "PUT";
  const target = new URL(
    path === undefined ? url : `${url}/${path.split("/").map(encodeURIComponent).join("/")}`,
  );
  target.search = new URLSearchParams(parameters).toString();
  const headers: Record<string, string> = {
    "x-ms-date": new Date().toUTCString(),
    "x-ms-version": VERSION,
    ...(body !== undefined && {
      "content-length": `${body.length}`,
      "content-type": "application/octet-stream",
    }),
  };
  const authorization = sharedKey(account, { method, url: target, headers });
  const answer = await network.request(target.href, {
    method,
    headers: { ...headers, authorization },
    ...(body !== undefined && { body }),
    signal,
  });
  if (answer.status !== 403) return answer;
  await textOf(answer);
  throw new ConnectorError("ACCESS_DENIED", "Azure rejected the access key.");
}
