import { describe, expect, test } from "vitest";
import { BOX_APP, startBox } from "../testing/apis/box-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { boxConnector } from "./box-connector.ts";

const CONTEXT = { signal: new AbortController().signal };
describe("a server with the API of Box", () => {
  fileStoreContract(async () => {
    const server = await startBox();
    const dependencies = loopbackDependencies([], { box_api: server.url, box_upload: server.url });
    const settings = { connectorName: "box", box_app_settings: BOX_APP };
    const connection = await boxConnector.open(settings, dependencies, CONTEXT);
    return { connection, folder: "docs", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("invalid settings are rejected with a message that does not quote them", async () => {
  const settings = { connectorName: "box", box_app_settings: '{"clientSecret":"hunter2"}' };
  await expect(boxConnector.open(settings, loopbackDependencies(), CONTEXT)).rejects.toMatchObject({
    code: "FAILED",
    message: expect.not.stringContaining("hunter2"),
  });
});
