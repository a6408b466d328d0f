import { ConnectorError, type FileQuery, type SourceFile, type StoreEntry } from "@galley/core/domain";
import { z } from "zod";
import { assertSuccess, jsonOf } from "../answers.ts";
import type { OpenConnector } from "../connector-definition.ts";
import { isUsablePath, nameOf, usableFolder, usablePath } from "../files/usable-path.ts";
import { folderAt, isWanted } from "../files/walk.ts";
import type { Network, NetworkAnswer } from "../network.ts";

export interface StorageAccess {
  readonly network: Network;
  readonly base: string;
  readonly token: (signal: AbortSignal) => Promise<string>;
  readonly project: string;
}

/** @throws ConnectorError if the credentials are rejected. */
export async function openGoogleStorage(access: StorageAccess, signal: AbortSignal): Promise<OpenConnector> {
  await access.token(signal);
  return {
    source: {
      list: (query, stop) => list(access, query, stop),
      browse: (folder, stop) => browse(access, usableFolder(folder), stop),
      read: (path, stop) => read(access, path, stop),
    },
    sink: { write: async (path, content, stop) => write(access, { path, content }, stop) },
    trials: { list: async (stop) => void (await bucketsOf(access, stop).next()) },
    async [Symbol.asyncDispose]() {},
  };
}

async function* list(
  access: StorageAccess,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  for (const folder of query.folders.length === 0 ? [""] : query.folders.map(usableFolder)) {
    if (folder !== "") yield* objectsIn(access, folder, query, signal);
    else if (query.recursive) yield* everywhere(access, query, signal);
  }
}

async function* everywhere(
  access: StorageAccess,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  for await (const bucket of bucketsOf(access, signal)) yield* objectsIn(access, bucket, query, signal);
}

const bucketPage = z.object({
  items: z.array(z.object({ name: z.string() })).default([]),
  nextPageToken: z.string().optional(),
});

async function* bucketsOf(access: StorageAccess, signal: AbortSignal): AsyncGenerator<string> {
  for await (const page of pages(access, "/storage/v1/b", { project: access.project }, signal)) {
    yield* bucketPage.parse(page).items.map(({ name }) => name);
  }
}

const objectPage = z.object({
  items: z
    .array(z.object({ name: z.string(), size: z.coerce.number(), updated: z.coerce.date() }))
    .default([]),
  prefixes: z.array(z.string()).default([]),
});

/** Buckets are the folders of the root. */
async function* browse(
  access: StorageAccess,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<StoreEntry> {
  if (folder === "") {
    for await (const bucket of bucketsOf(access, signal)) {
      const entry = folderAt(bucket);
      if (entry) yield entry;
    }
    return;
  }
  const { bucket } = objectOf(folder);
  for await (const page of objectPages(access, { folder, recursive: false }, signal)) {
    yield* page.prefixes.flatMap((prefix) => folderAt(`${bucket}/${prefix}`) ?? []);
    for (const file of filesOf(page, bucket)) yield { ...file, kind: "file" };
  }
}

async function* objectsIn(
  access: StorageAccess,
  folder: string,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  const { bucket } = objectOf(folder);
  for await (const page of objectPages(access, { folder, recursive: query.recursive }, signal)) {
    yield* filesOf(page, bucket).filter(({ name }) => isWanted(name, query));
  }
}

function filesOf({ items }: z.output<typeof objectPage>, bucket: string): readonly SourceFile[] {
  return items.flatMap(({ name: object, size: bytes, updated: modifiedAt }) => {
    const path = `${bucket}/${object}`;
    return isUsablePath(path) ? [{ path, name: nameOf(path), bytes, modifiedAt }] : [];
  });
}

async function* objectPages(
  access: StorageAccess,
  { folder, recursive }: { readonly folder: string; readonly recursive: boolean },
  signal: AbortSignal,
): AsyncGenerator<z.output<typeof objectPage>> {
  const { bucket, key } = objectOf(folder);
  const asked = {
    ...(key !== "" && { prefix: `${key}/` }),
    ...(!recursive && { delimiter: "/" }),
    fields: "items(name,size,updated),prefixes,nextPageToken",
  };
  for await (const page of pages(access, `/storage/v1/b/${encodeURIComponent(bucket)}/o`, asked, signal)) {
    yield objectPage.parse(page);
  }
}

const anyPage = z.object({ nextPageToken: z.string().optional() });

async function* pages(
  access: StorageAccess,
  path: string,
  asked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator {
  let pageToken: string | undefined;
  do {
    const parameters = { ...asked, ...(pageToken !== undefined && { pageToken }) };
    const page = await jsonOf(await call(access, { path, parameters }, signal));
    yield page;
    ({ nextPageToken: pageToken } = anyPage.parse(page));
  } while (pageToken !== undefined);
}

async function* read(access: StorageAccess, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { bucket, key } = objectOf(usablePath(path));
  const object = `/storage/v1/b/${encodeURIComponent(bucket)}/o/${encodeURIComponent(key)}`;
  const answer = await call(access, { path: object, parameters: { alt: "media" } }, signal);
  await assertSuccess(answer);
  yield* answer.body;
}

/** An object becomes visible only once it is complete. */
async function write(
  access: StorageAccess,
  { path, content }: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const { bucket, key } = objectOf(usablePath(path));
  if (key === "") {
    throw new ConnectorError("FAILED", "The path names only a bucket. Expected bucket/file.");
  }
  const upload = {
    path: `/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`,
    parameters: { uploadType: "media", name: key },
  };
  await assertSuccess(await call(access, upload, signal, content));
}

function objectOf(path: string): { readonly bucket: string; readonly key: string } {
  const [bucket = "", ...rest] = path.split("/");
  return { bucket, key: rest.join("/") };
}

/** One call of the JSON API, version 1. */
async function call(
  { network, base, token }: StorageAccess,
  { path, parameters }: { readonly path: string; readonly parameters: Readonly<Record<string, string>> },
  signal: AbortSignal,
  content?: AsyncIterable<Uint8Array>,
): Promise<NetworkAnswer> {
  const headers = { authorization: `Bearer ${await token(signal)}` };
  return network.request(`${base}${path}?${new URLSearchParams(parameters).toString()}`, {
    ...(content === undefined
      ? { method: "GET", headers }
      : {
          method: "POST",
          headers: { ...headers, "content-type": "application/octet-stream" },
          body: content,
        }),
    signal,
  });
}
