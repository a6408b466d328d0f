import { randomUUID } from "node:crypto";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { createConnectorNetwork } from "../../outbound/connector-network.ts";
import { s3Connector } from "./s3-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

let server: FauxqsServer;
beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false });
});
afterAll(() => server.stop());

function settings(): Readonly<Record<string, unknown>> {
  return {
    connectorName: "bucket",
    key: "key",
    secret: "secret",
    endpoint_url: `http://127.0.0.1:${server.port}`,
    region_name: "us-east-1",
  };
}

describe("an S3-compatible server", () => {
  fileStoreContract(async () => {
    const bucket = `bucket-${randomUUID()}`;
    server.createBucket(bucket);
    const connection = await s3Connector.open(settings(), loopbackDependencies(), CONTEXT);
    return {
      connection,
      folder: `${bucket}/docs`,
      [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
    };
  });
});

test("an endpoint at a private address is subject to the policy", async () => {
  const dependencies = { ...loopbackDependencies(), network: createConnectorNetwork({ allow: [] }) };
  await expect(s3Connector.open(settings(), dependencies, CONTEXT)).rejects.toMatchObject({
    code: "REFUSED_ADDRESS",
  });
});

test("a missing bucket is reported", async () => {
  await using connection = await s3Connector.open(settings(), loopbackDependencies(), CONTEXT);
  const query = { folders: ["nowhere"], patterns: [], recursive: false };
  const files = connection.source?.list(query, CONTEXT.signal)[Symbol.asyncIterator]();
  await expect(files?.next()).rejects.toMatchObject({ code: "NOT_FOUND" });
});
