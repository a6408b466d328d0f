import { describe, expect, test } from "vitest";
import { GRAPH_CLIENT, GRAPH_TOKEN, startGraph } from "../testing/apis/graph-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackDependencies } from "../testing/loopback-network.ts";
import { sharepointConnector } from "./sharepoint-connector.ts";

const CONTEXT = { signal: new AbortController().signal };
describe("a server with the API of Microsoft Graph", () => {
  fileStoreContract(async () => {
    const server = await startGraph();
    const dependencies = loopbackDependencies([], {
      microsoft_graph: server.url,
      microsoft_login: server.url,
    });
    const connection = await sharepointConnector.open(GRAPH_CLIENT, dependencies, CONTEXT);
    return { connection, folder: "docs", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("an OAuth token opens a user's own drive, and errors reveal no secret", async () => {
  await using server = await startGraph();
  const dependencies = loopbackDependencies([], { microsoft_graph: server.url, microsoft_login: server.url });
  const given = { connectorName: "drive", access_token: GRAPH_TOKEN };
  await expect(sharepointConnector.open(given, dependencies, CONTEXT)).resolves.toBeDefined();
  const wrong = { ...GRAPH_CLIENT, client_secret: "hunter2" };
  await expect(sharepointConnector.open(wrong, dependencies, CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
    message: expect.not.stringContaining("hunter2"),
  });
});

test("the form asks for the authentication method and its fields", () => {
  expect(sharepointConnector.kind.settingsSchema).toMatchObject({
    required: ["connectorName"],
    properties: { auth_type: { enum: ["oauth", "client_credentials"] }, drive_id: { format: "password" } },
    dependencies: {
      auth_type: {
        oneOf: [
          { properties: { auth_type: { enum: ["oauth"] } } },
          { properties: { client_secret: { format: "password" }, user_email: { type: "string" } } },
        ],
      },
    },
  });
  expect(sharepointConnector.check({ connectorName: "site" }).success).toBe(false);
});
