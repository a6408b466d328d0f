import { describe, expect, test } from "vitest";
import { BLOB_SETTINGS, startBlobServer } from "../testing/blob-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { azureBlobConnector } from "./azure-blob-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

describe("a server with the API of Azure Blob Storage", () => {
  fileStoreContract(async () => {
    const server = await startBlobServer();
    const dependencies = loopbackDependencies([], { azure_blob: server.url });
    const connection = await azureBlobConnector.open(BLOB_SETTINGS, dependencies, CONTEXT);
    return { connection, folder: "docs & more", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("a rejected key is reported", async () => {
  await using server = await startBlobServer();
  const dependencies = loopbackDependencies([], { azure_blob: server.url });
  const settings = { ...BLOB_SETTINGS, access_key: Buffer.from("another").toString("base64") };
  await expect(azureBlobConnector.open(settings, dependencies, CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
  });
});
