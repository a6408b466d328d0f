import { Readable } from "node:stream";
import {
  GetObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { ConnectorError, type FileQuery, type SourceFile, type StoreEntry } from "@galley/core/domain";
import type { OpenConnector, ConnectorDependencies } from "../connector-definition.ts";
import { isUsablePath, nameOf, usableFolder, usablePath } from "../files/usable-path.ts";
import { folderAt, isWanted } from "../files/walk.ts";
import type { Network } from "../network.ts";
import { s3Error } from "./s3-error.ts";

export interface S3Access {
  /** "" uses the machine's role. */
  readonly key: string;
  readonly secret: string;
  readonly endpoint_url: string;
  readonly region_name: string;
}

/** @throws ConnectorError if the credentials are rejected, or the server does not respond. */
export async function openS3(
  settings: S3Access,
  { network, machineRole }: Pick<ConnectorDependencies, "network" | "machineRole">,
  signal: AbortSignal,
): Promise<OpenConnector> {
  if (settings.key === "" && !machineRole) {
    throw new ConnectorError(
      "ACCESS_DENIED",
      "Key and secret are blank, and connectors may not use the AWS role of the service's machine. " +
        "Set them, or set GALLEY_S3_MACHINE_ROLE=on to allow it.",
    );
  }
  const client = clientOf(settings, network);
  try {
    await login(client, signal);
    return connectionOf(client);
  } catch (error) {
    client.destroy();
    throw error;
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 60_000;

/**
 * Set explicitly, because the library would otherwise read these from files and the environment of this
 * machine.
 */
const OWN_CONFIGURATION = {
  authSchemePreference: [],
  defaultsMode: "standard",
  disableClockSkewCorrection: false,
  disableMultiregionAccessPoints: false,
  disableS3ExpressSessionAuth: false,
  ignoreConfiguredEndpointUrls: true,
  maxAttempts: 3,
  requestChecksumCalculation: "WHEN_SUPPORTED",
  responseChecksumValidation: "WHEN_SUPPORTED",
  retryMode: "standard",
  useArnRegion: false,
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: "galley",
} as const satisfies S3ClientConfig;

function clientOf({ key, secret, endpoint_url, region_name }: S3Access, network: Network): S3Client {
  const isAmazon = /(^|\.)amazonaws\.com$/.test(new URL(endpoint_url).hostname);
  return new S3Client({
    region: region_name,
    ...(!isAmazon && { endpoint: endpoint_url, forcePathStyle: true }),
    sigv4aSigningRegionSet: [region_name],
    ...(key !== "" && { credentials: { accessKeyId: key, secretAccessKey: secret } }),
    ...OWN_CONFIGURATION,
    requestHandler: {
      httpAgent: network.httpAgent,
      httpsAgent: network.httpsAgent,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
    },
  });
}

/** Credentials that may not list all buckets can still be valid for some of them. */
async function login(client: S3Client, signal: AbortSignal): Promise<void> {
  try {
    await client.send(new ListBucketsCommand({ MaxBuckets: 1 }), { abortSignal: signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof S3ServiceException && error.name === "AccessDenied") return;
    throw s3Error(error);
  }
}

function connectionOf(client: S3Client): OpenConnector {
  return {
    source: {
      list: (query, signal) => list(client, query, signal),
      browse: (folder, signal) => browse(client, usableFolder(folder), signal),
      read: (path, signal) => read(client, path, signal),
    },
    sink: { write: async (path, content, signal) => write(client, { path, content }, signal) },
    trials: {},
    async [Symbol.asyncDispose]() {
      client.destroy();
    },
  };
}

async function* list(client: S3Client, query: FileQuery, signal: AbortSignal): AsyncGenerator<SourceFile> {
  for (const folder of query.folders.length === 0 ? [""] : query.folders.map(usableFolder)) {
    if (folder !== "") yield* listFolder(client, folder, query, signal);
    else if (query.recursive)
      for await (const bucket of buckets(client, signal)) yield* listFolder(client, bucket, query, signal);
  }
}

async function* buckets(client: S3Client, signal: AbortSignal): AsyncGenerator<string> {
  let ContinuationToken: string | undefined;
  do {
    const command = new ListBucketsCommand({ ContinuationToken });
    const page = await ask(signal, () => client.send(command, { abortSignal: signal }));
    for (const { Name } of page.Buckets ?? []) if (Name !== undefined) yield Name;
    ({ ContinuationToken } = page);
  } while (ContinuationToken !== undefined);
}

/** Buckets are the folders of the root. */
async function* browse(client: S3Client, folder: string, signal: AbortSignal): AsyncGenerator<StoreEntry> {
  if (folder === "") {
    for await (const bucket of buckets(client, signal)) {
      const entry = folderAt(bucket);
      if (entry) yield entry;
    }
    return;
  }
  const { bucket } = objectOf(folder);
  for await (const page of objectPages(client, { folder, recursive: false }, signal)) {
    yield* (page.CommonPrefixes ?? []).flatMap(({ Prefix = "" }) => folderAt(`${bucket}/${Prefix}`) ?? []);
    for (const file of filesOf(page, bucket)) yield { ...file, kind: "file" };
  }
}

async function* listFolder(
  client: S3Client,
  folder: string,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<SourceFile> {
  const { bucket } = objectOf(folder);
  for await (const page of objectPages(client, { folder, recursive: query.recursive }, signal)) {
    yield* filesOf(page, bucket).filter(({ name }) => isWanted(name, query));
  }
}

function filesOf({ Contents = [] }: ListObjectsV2CommandOutput, bucket: string): readonly SourceFile[] {
  return Contents.flatMap(({ Key = "", Size: bytes, LastModified: modifiedAt }) => {
    const path = `${bucket}/${Key}`;
    return isUsablePath(path) ? [{ path, name: nameOf(path), bytes, modifiedAt }] : [];
  });
}

async function* objectPages(
  client: S3Client,
  { folder, recursive }: { readonly folder: string; readonly recursive: boolean },
  signal: AbortSignal,
): AsyncGenerator<ListObjectsV2CommandOutput> {
  const { bucket, key } = objectOf(folder);
  let ContinuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      ...(key !== "" && { Prefix: `${key}/` }),
      ...(!recursive && { Delimiter: "/" }),
      ContinuationToken,
    });
    const page = await ask(signal, () => client.send(command, { abortSignal: signal }));
    yield page;
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

async function* read(client: S3Client, path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { bucket, key } = objectOf(usablePath(path));
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  const { Body: body } = await ask(signal, () => client.send(command, { abortSignal: signal }));
  if (!(body instanceof Readable)) throw new ConnectorError("FAILED", "The server's response has no body.");
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw s3Error(error);
  }
}

/** An upload holds at most this many parts of 5 MB in memory. */
const PARTS_IN_FLIGHT = 2;

/** An object becomes visible only once it is complete. */
async function write(
  client: S3Client,
  { path, content }: { readonly path: string; readonly content: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<void> {
  const { bucket, key } = objectOf(usablePath(path));
  if (key === "") throw new ConnectorError("FAILED", "The path names only a bucket. Expected bucket/file.");
  const upload = new Upload({
    client,
    params: { Bucket: bucket, Key: key, Body: Readable.from(content, { objectMode: false }) },
    queueSize: PARTS_IN_FLIGHT,
    leavePartsOnError: false,
  });
  const stop = (): void => void upload.abort();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await ask(signal, () => upload.done());
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function objectOf(path: string): { readonly bucket: string; readonly key: string } {
  const [bucket = "", ...rest] = path.split("/");
  return { bucket, key: rest.join("/") };
}

async function ask<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw s3Error(error);
  }
}
