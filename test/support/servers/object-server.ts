import { randomBytes } from "node:crypto";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { startFauxqs } from "fauxqs";

/** An S3-compatible server, with Amazon's client for it. */
export interface ObjectServer extends AsyncDisposable {
  readonly port: number;
  readonly key: string;
  readonly secret: string;
  makeBucket(bucket: string): Promise<void>;
  put(bucket: string, key: string, content: Uint8Array): Promise<void>;
  remove(bucket: string, key: string): Promise<void>;
  /** Copies all objects of a bucket into another. */
  copyAll(from: string, to: string): Promise<void>;
  keys(bucket: string): Promise<readonly string[]>;
  text(bucket: string, key: string): Promise<string>;
}

export async function startObjectServer(): Promise<ObjectServer> {
  const server = await startFauxqs({ port: 0, logger: false });
  const key = `KEY${randomBytes(8).toString("hex")}`;
  const secret = randomBytes(18).toString("base64url");
  const client = new S3Client({
    region: "us-east-1",
    endpoint: `http://127.0.0.1:${server.port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  });
  return {
    port: server.port,
    key,
    secret,
    makeBucket: async (Bucket) => void (await client.send(new CreateBucketCommand({ Bucket }))),
    put: async (Bucket, Key, Body) => void (await client.send(new PutObjectCommand({ Bucket, Key, Body }))),
    remove: async (Bucket, Key) => void (await client.send(new DeleteObjectCommand({ Bucket, Key }))),
    async copyAll(from, to) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: from }));
      for (const { Key = "" } of Contents)
        await client.send(new CopyObjectCommand({ Bucket: to, Key, CopySource: `${from}/${Key}` }));
    },
    async keys(Bucket) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = "" }) => Key).toSorted();
    },
    async text(Bucket, Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return (await Body?.transformToString()) ?? "";
    },
    async [Symbol.asyncDispose]() {
      client.destroy();
      await server.stop();
    },
  };
}
