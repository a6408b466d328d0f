import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { DeleteObjectCommand, GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { DomainError, type LocalFile, type ObjectStore } from "@galley/core/domain";
import { assertObjectKey } from "./object-key.ts";

/** An upload holds at most this many parts in memory. */
const PARTS_IN_FLIGHT = 2;
/** The protocol allows 10,000 parts, so an object can have 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 60_000;

export interface S3StorePlace {
  readonly bucket: string;
  /** The prefix of every key; "" or ending in "/". */
  readonly prefix: string;
  /** A server other than Amazon's; requests to it use path-style addressing. */
  readonly endpoint: string | undefined;
  readonly region: string;
}

/**
 * Stores objects in a bucket of any S3-compatible server. Credentials are found as Amazon's tools do:
 * environment, profile, machine role.
 */
export function createS3Store({ bucket, prefix, endpoint, region }: S3StorePlace): ObjectStore & Disposable {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  const place = (key: string): { Bucket: string; Key: string } => {
    assertObjectKey(key);
    return { Bucket: bucket, Key: prefix + key };
  };

  return {
    async write(key, content, readable) {
      await upload(client, place(key), content);
      readable?.();
    },
    openFile: async (key) => download(client, place(key)),
    async remove(key) {
      await client.send(new DeleteObjectCommand(place(key))).catch(unavailable);
    },
    [Symbol.dispose]: () => client.destroy(),
  };
}

/** Uploads in parts; if the content breaks off, neither an object nor parts remain. */
async function upload(
  client: S3Client,
  place: { Bucket: string; Key: string },
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const watched = watch(content);
  const task = new Upload({
    client,
    params: { ...place, Body: Readable.from(watched.content, { objectMode: false }) },
    queueSize: PARTS_IN_FLIGHT,
    partSize: PART_BYTES,
    leavePartsOnError: false,
  });
  try {
    await task.done();
  } catch (cause) {
    const broken = watched.failure();
    if (broken) throw broken.cause;
    unavailable(cause);
  }
}

/** Distinguishes a failure of the content from a failure of the server. */
function watch(content: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>;
  failure(): { readonly cause: unknown } | undefined;
} {
  let failure: { readonly cause: unknown } | undefined;
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (cause) {
      failure = { cause };
      throw cause;
    }
  }
  return { content: pass(), failure: () => failure };
}

async function download(client: S3Client, place: { Bucket: string; Key: string }): Promise<LocalFile> {
  const folder = await mkdtemp(join(tmpdir(), "galley-object-"));
  const dispose = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, "object");
    const { Body: body } = await client.send(new GetObjectCommand(place));
    if (!(body instanceof Readable)) throw new TypeError("The object store's response has no body.");
    await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    return { path, [Symbol.asyncDispose]: dispose };
  } catch (cause) {
    await dispose();
    return unavailable(cause);
  }
}

/** Callers cannot fix the object store; the cause is in the log. */
function unavailable(cause: unknown): never {
  throw new DomainError("UNAVAILABLE", "The object store failed. Try again later.", { cause });
}
