import { describe, expect, test } from "vitest";
import { startStorageServer } from "../testing/google-storage-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { serviceAccountFile } from "../testing/google-identity.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { googleStorageConnector } from "./google-storage-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

function settingsFor(url: string): Readonly<Record<string, string>> {
  return { connectorName: "bucket", json_credentials: serviceAccountFile(url), project_id: "press" };
}

describe("a server with the API of Google Cloud Storage", () => {
  fileStoreContract(async () => {
    const server = await startStorageServer();
    const dependencies = loopbackDependencies([], { google_storage: server.url });
    const connection = await googleStorageConnector.open(settingsFor(server.url), dependencies, CONTEXT);
    return { connection, folder: "bucket/docs", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("invalid credentials are rejected with a message that does not quote them", async () => {
  const settings = { ...settingsFor("https://example.org"), json_credentials: '{"private_key":"hunter2"}' };
  const failure = googleStorageConnector.open(settings, loopbackDependencies(), CONTEXT);
  await expect(failure).rejects.toMatchObject({
    code: "FAILED",
    message: expect.not.stringContaining("hunter2"),
  });
});
