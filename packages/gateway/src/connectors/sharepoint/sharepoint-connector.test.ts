import { describe, expect, test } from "vitest";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "../testing/api-server.ts";
import { fileStoreContract } from "../testing/file-store-contract.ts";
import { loopbackSurroundings } from "../testing/loopback-network.ts";
import { sharepointConnector } from "./sharepoint-connector.ts";

const CONTEXT = { signal: new AbortController().signal };
const TOKEN = "a token";
const DRIVE = "/v1.0/sites/press.example,1,2/drive";

const BY_CLIENT = {
  connectorName: "site",
  site_url: "https://press.example/sites/texts/",
  auth_type: "client_credentials",
  client_id: "client",
  tenant_id: "tenant",
  client_secret: "secret",
};

/** Microsoft Graph, version 1.0, as far as the connector speaks it, with one site. */
async function startGraph(): Promise<ApiServer> {
  const files = new Map<string, Buffer>();
  return startApiServer((call) => {
    const { url, headers, body } = call;
    if (url.pathname === "/tenant/oauth2/v2.0/token") {
      const isKnown = new URLSearchParams(body.toString()).get("client_secret") === "secret";
      return isKnown ? { body: { access_token: TOKEN } } : { status: 401, body: "hunter2" };
    }
    if (url.pathname.startsWith("/content/")) {
      // An address for anyone who knows it: a token must not come here.
      if (headers.authorization !== undefined) return { status: 400 };
      return { body: files.get(decodeURIComponent(url.pathname.slice("/content/".length))) };
    }
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return { status: 401, body: "InvalidAuthenticationToken" };
    return answerOf(call, files);
  });
}

function answerOf(
  { method, url, headers, body, complete }: ApiCall,
  files: Map<string, Buffer>,
): ApiAnswer | undefined {
  const path = decodeURIComponent(url.pathname);
  if (path === "/v1.0/sites/press.example:/sites/texts") return { body: { id: "press.example,1,2" } };
  if (path === DRIVE || path === "/v1.0/me/drive") return { body: { id: "drive" } };
  const [, item = "", end] = /\/root(?::\/(.*?))?(:?\/content|:?\/children)?$/.exec(path) ?? [];
  if (end?.endsWith("/children"))
    return children(item, Number(url.searchParams.get("skip") ?? 0), { url, files });
  if (method === "PUT") {
    if (complete) files.set(item, body);
    return { body: {} };
  }
  if (!files.has(item)) return undefined;
  return { status: 302, headers: { location: `http://${headers.host}/content/${encodeURIComponent(item)}` } };
}

/** Two entries a page. */
function children(
  folder: string,
  start: number,
  { url, files }: { readonly url: URL; readonly files: ReadonlyMap<string, Buffer> },
): ApiAnswer | undefined {
  const prefix = folder === "" ? "" : `${folder}/`;
  const items = new Map<string, unknown>();
  for (const [path, content] of files) {
    if (!path.startsWith(prefix)) continue;
    const [name = "", ...rest] = path.slice(prefix.length).split("/");
    items.set(name, rest.length > 0 ? { name, folder: {} } : { name, file: {}, size: content.length });
  }
  if (items.size === 0 && folder !== "") return undefined;
  const all = [...items.values()];
  const end = start + 2;
  const next = `${url.origin}${url.pathname}?skip=${end}`;
  return { body: { value: all.slice(start, end), ...(end < all.length && { "@odata.nextLink": next }) } };
}

describe("a server that speaks as Microsoft Graph does", () => {
  fileStoreContract(async () => {
    const server = await startGraph();
    const surroundings = loopbackSurroundings([], {
      microsoft_graph: server.url,
      microsoft_login: server.url,
    });
    const connection = await sharepointConnector.open(BY_CLIENT, surroundings, CONTEXT);
    return { connection, folder: "docs", [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  });
});

test("a token of the provider opens a person's own drive, and refusals tell no secret", async () => {
  await using server = await startGraph();
  const surroundings = loopbackSurroundings([], { microsoft_graph: server.url, microsoft_login: server.url });
  const given = { connectorName: "drive", access_token: TOKEN };
  await expect(sharepointConnector.open(given, surroundings, CONTEXT)).resolves.toBeDefined();
  const wrong = { ...BY_CLIENT, client_secret: "hunter2" };
  await expect(sharepointConnector.open(wrong, surroundings, CONTEXT)).rejects.toMatchObject({
    code: "ACCESS_DENIED",
    message: expect.not.stringContaining("hunter2"),
  });
});

test("the form asks how to log in, and for what follows from that", () => {
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
