import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startStorageServer } from "../testing/apis/google-storage-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { serviceAccountFile } from "../testing/apis/google-identity.ts";
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

test.each([
  ["no key", "hunter2"],
  ["another kind of key", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey],
  ["a short key", generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey],
])("a key file with %s is reported, and not quoted", async (_, key) => {
  const account: unknown = JSON.parse(serviceAccountFile("https://example.org"));
  const pem = typeof key === "string" ? key : key.export({ type: "pkcs8", format: "pem" });
  const json_credentials = JSON.stringify({ ...Object(account), private_key: pem });
  const settings = { ...settingsFor("https://example.org"), json_credentials };
  await expect(googleStorageConnector.open(settings, loopbackDependencies(), CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
    message:
      "The private key of the service account cannot be used. Expected an RSA key of at least 2048 bits.",
  });
});
