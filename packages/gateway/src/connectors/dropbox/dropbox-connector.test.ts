import { describe, expect, test } from "vitest";
import { DROPBOX_TOKEN, startDropbox } from "../testing/apis/dropbox-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { dropboxConnector } from "./dropbox-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

describe("a server with the API of Dropbox", () => {
  fileStoreContract(async () => {
    const server = await startDropbox();
    const endpoints = { dropbox_api: server.url, dropbox_content: server.url };
    const settings = { connectorName: "box", token: DROPBOX_TOKEN };
    const connection = await dropboxConnector.open(settings, loopbackDependencies([], endpoints), CONTEXT);
    return { connection, folder: "docs", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("OAuth tokens and form tokens both work, and a rejected token is reported", async () => {
  await using server = await startDropbox();
  const dependencies = loopbackDependencies([], { dropbox_api: server.url, dropbox_content: server.url });
  const given = { connectorName: "box", access_token: DROPBOX_TOKEN, provider: "dropbox" };
  await expect(dropboxConnector.open(given, dependencies, CONTEXT)).resolves.toBeDefined();
  await expect(
    dropboxConnector.open({ connectorName: "box", token: "other" }, dependencies, CONTEXT),
  ).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  expect(dropboxConnector.kind.settingsSchema).toMatchObject({ required: ["connectorName", "token"] });
});
