import { describe, expect, test } from "vitest";
import { startDriveServer } from "../testing/apis/drive-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { googleDriveConnector } from "./google-drive-connector.ts";

const CONTEXT = { signal: new AbortController().signal };
const TOKEN = "a token";
const SETTINGS = { connectorName: "drive", access_token: TOKEN };

describe("a server with the API of Google Drive", () => {
  fileStoreContract(async () => {
    const server = await startDriveServer(TOKEN);
    const dependencies = loopbackDependencies([], { google_drive: server.url });
    const connection = await googleDriveConnector.open(SETTINGS, dependencies, CONTEXT);
    return {
      connection,
      folder: "it's a folder",
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });
});

test("Google's own documents are read as PDF, and its other items are not listed as files", async () => {
  await using server = await startDriveServer(TOKEN);
  const own = "application/vnd.google-apps.";
  server.put({ name: "Letter", mimeType: `${own}document`, content: "Dear all" });
  server.put({ name: "Where", mimeType: `${own}map`, content: "" });
  server.put({ name: "../out.pdf", mimeType: "application/pdf", content: "" });
  const dependencies = loopbackDependencies([], { google_drive: server.url });
  const connection = await googleDriveConnector.open(SETTINGS, dependencies, CONTEXT);
  const paths: string[] = [];
  const query = { folders: [], patterns: [], recursive: true };
  for await (const { path } of connection.source?.list(query, CONTEXT.signal) ?? []) paths.push(path);
  expect(paths).toEqual(["Letter.pdf"]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of connection.source?.read("Letter.pdf", CONTEXT.signal) ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("PDF of Dear all");
});

test("a rejected token is reported", async () => {
  await using server = await startDriveServer("another token");
  const dependencies = loopbackDependencies([], { google_drive: server.url });
  await expect(googleDriveConnector.open(SETTINGS, dependencies, CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
  });
});

test("the form has only a name, and without a token no connector can be created", () => {
  expect(googleDriveConnector.kind.settingsSchema).toMatchObject({ required: ["connectorName"] });
  expect(Object.keys(Object(googleDriveConnector.kind.settingsSchema["properties"]))).toEqual([
    "connectorName",
  ]);
  expect(googleDriveConnector.check({ connectorName: "drive" }).success).toBe(false);
});
