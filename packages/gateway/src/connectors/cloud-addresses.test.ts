import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { Socket } from "node:net";
import { boundPort } from "@galley/core/testing";
import type { ConnectorSettings, FileQuery } from "@galley/core/domain";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createConnectorNetwork } from "../outbound/connector-network.ts";
import { azureBlobConnector } from "./azure-blob/azure-blob-connector.ts";
import { bigqueryConnector } from "./bigquery/bigquery-connector.ts";
import { boxConnector } from "./box/box-connector.ts";
import type { AnyConnector, ConnectorDependencies } from "./connector-definition.ts";
import { dropboxConnector } from "./dropbox/dropbox-connector.ts";
import { PROVIDER_ENDPOINTS } from "./endpoints.ts";
import { googleDriveConnector } from "./google-drive/google-drive-connector.ts";
import { googleStorageConnector } from "./google-storage/google-storage-connector.ts";
import { sharepointConnector } from "./sharepoint/sharepoint-connector.ts";
import { snowflakeConnector } from "./snowflake/snowflake-connector.ts";
import { BLOB_SETTINGS } from "./testing/azurite.ts";
import { BOX_APP } from "./testing/apis/box-server.ts";
import { serviceAccountFile } from "./testing/apis/google-identity.ts";
import { GRAPH_CLIENT } from "./testing/apis/graph-server.ts";
import { SNOWFLAKE_SETTINGS } from "./testing/apis/snowflake-server.ts";

/** Acts as the only public address: the only one that may be reached. */
const PUBLIC = "127.0.0.2";
const INTERNAL = "127.0.0.1";

const CONTEXT = { signal: new AbortController().signal };
const EVERYTHING: FileQuery = { folders: ["texts"], patterns: [], recursive: true };

/** Each kind with its settings if the provider is at a URL. */
const KINDS: readonly (readonly [string, AnyConnector, (url: string) => ConnectorSettings])[] = [
  ["Azure Blob Storage", azureBlobConnector, () => BLOB_SETTINGS],
  [
    "Google Cloud Storage",
    googleStorageConnector,
    (url) => ({ json_credentials: serviceAccountFile(url), project_id: "press" }),
  ],
  ["BigQuery", bigqueryConnector, (url) => ({ json_credentials: serviceAccountFile(url) })],
  ["Google Drive", googleDriveConnector, () => ({ access_token: "a token" })],
  ["SharePoint by a client", sharepointConnector, () => GRAPH_CLIENT],
  ["SharePoint by consent", sharepointConnector, () => ({ access_token: "a token" })],
  ["Dropbox", dropboxConnector, () => ({ token: "a token" })],
  ["Box by an app", boxConnector, () => ({ box_app_settings: BOX_APP })],
  ["Box by consent", boxConnector, () => ({ access_token: "a token" })],
  ["Snowflake", snowflakeConnector, () => SNOWFLAKE_SETTINGS],
];

let answer: RequestListener;
const visits = { public: 0, internal: 0 };
const server = createServer((request, response) => answer(request, response));
let port: number;

beforeAll(async () => {
  server.on("connection", ({ localAddress = "" }: Socket) => {
    visits[localAddress.replace("::ffff:", "") === PUBLIC ? "public" : "internal"] += 1;
  });
  server.listen(0);
  await once(server, "listening");
  port = boundPort(server);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  Object.assign(visits, { public: 0, internal: 0 });
  answer = (_, response) => void response.end("{}");
});
afterEach(() => void vi.unstubAllEnvs());

/** What a connector may use if all its provider's addresses are at one URL. */
function dependenciesAt(url: string): ConnectorDependencies {
  const endpoints = { ...PROVIDER_ENDPOINTS };
  for (const name of Object.keys(PROVIDER_ENDPOINTS)) Object.assign(endpoints, { [name]: url });
  return {
    network: createConnectorNetwork({ allow: [`${PUBLIC}/32`] }),
    endpoints,
    localRoots: [],
    machineRole: false,
  };
}

/** Logs in, then lists and reads a file if the kind stores files. */
async function use(connector: AnyConnector, settings: ConnectorSettings, url: string): Promise<void> {
  await using connection = await connector.open(settings, dependenciesAt(url), CONTEXT);
  for await (const _ of connection.source?.list(EVERYTHING, CONTEXT.signal) ?? []) continue;
  for await (const _ of connection.source?.read("texts/a.pdf", CONTEXT.signal) ?? []) continue;
}

describe.each(KINDS)("%s", (_, connector, settingsAt) => {
  test("is not contacted at an internal address", async () => {
    const url = `http://${INTERNAL}:${port}`;
    await expect(use(connector, settingsAt(url), url)).rejects.toMatchObject({ code: "REFUSED_ADDRESS" });
    expect(visits).toEqual({ public: 0, internal: 0 });
  });

  test.each([301, 302, 303, 307, 308])(
    "does not follow a redirect (%i) to an internal address",
    async (status) => {
      answer = (_request, response) =>
        void response.writeHead(status, { location: `http://${INTERNAL}:${port}/latest/meta-data` }).end();
      const url = `http://${PUBLIC}:${port}`;
      await expect(use(connector, settingsAt(url), url)).rejects.toMatchObject({ name: "ConnectorError" });
      expect(visits.public).toBeGreaterThan(0);
      expect(visits.internal).toBe(0);
    },
  );

  test("uses no proxy of the service's environment", async () => {
    for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
      vi.stubEnv(name, `http://${INTERNAL}:${port}`);
      vi.stubEnv(name.toLowerCase(), `http://${INTERNAL}:${port}`);
    }
    answer = (_request, response) => void response.writeHead(401).end();
    const url = `http://${PUBLIC}:${port}`;
    await expect(use(connector, settingsAt(url), url)).rejects.toMatchObject({ code: "ACCESS_DENIED" });
    expect(visits.public).toBeGreaterThan(0);
    expect(visits.internal).toBe(0);
  });

  test("stops reading a response without end", async () => {
    const gone = Promise.withResolvers<void>();
    let sent = 0;
    answer = (_request, response) => {
      const block = Buffer.alloc(1024 * 1024, " ");
      const more = (): void => {
        while (!response.destroyed && response.write(block)) sent += block.length;
      };
      response.on("drain", more).on("close", gone.resolve);
      more();
    };
    const url = `http://${PUBLIC}:${port}`;
    await expect(use(connector, settingsAt(url), url)).rejects.toThrow("larger than 16 MB");
    await gone.promise;
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
