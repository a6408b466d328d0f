import { describe, expect, test } from "vitest";
import { DROPBOX_TOKEN, startDropbox } from "../testing/dropbox-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackSurroundings } from "../testing/loopback-network.ts";
import { dropboxConnector } from "./dropbox-connector.ts";

const CONTEXT = { signal: new AbortController().signal };

describe("a server with the API of Dropbox", () => {
  fileStoreContract(async () => {
    const server = await startDropbox();
    const endpoints = { dropbox_api: server.url, dropbox_content: server.url };
    const settings = { connectorName: "box", token: DROPBOX_TOKEN };
    const connection = await dropboxConnector.open(settings, loopbackSurroundings([], endpoints), CONTEXT);
    return { connection, folder: "docs", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("OAuth tokens and form tokens both work, and a rejected token is reported", async () => {
  await using server = await startDropbox();
  const surroundings = loopbackSurroundings([], { dropbox_api: server.url, dropbox_content: server.url });
  const given = { connectorName: "box", access_token: DROPBOX_TOKEN, provider: "dropbox" };
  await expect(dropboxConnector.open(given, surroundings, CONTEXT)).resolves.toBeDefined();
  await expect(
    dropboxConnector.open({ connectorName: "box", token: "other" }, surroundings, CONTEXT),
  ).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  expect(dropboxConnector.kind.settingsSchema).toMatchObject({ required: ["connectorName", "token"] });
});
