import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";

export const GRAPH_TOKEN = "a token";
const DRIVE = "/v1.0/sites/press.example,1,2/drive";

export const GRAPH_CLIENT = {
  connectorName: "site",
  site_url: "https://press.example/sites/texts/",
  auth_type: "client_credentials",
  client_id: "client",
  tenant_id: "tenant",
  client_secret: "secret",
};

/** Microsoft Graph, version 1.0, as far as the connector uses it, with one site. */
export async function startGraph(): Promise<ApiServer> {
  const files = new Map<string, Buffer>();
  return startApiServer((call) => {
    const { url, headers, body } = call;
    if (url.pathname === "/tenant/oauth2/v2.0/token") {
      const isKnown = new URLSearchParams(body.toString()).get("client_secret") === "secret";
      return isKnown ? { body: { access_token: GRAPH_TOKEN } } : { status: 401, body: "hunter2" };
    }
    if (url.pathname.startsWith("/content/")) {
      // A pre-authenticated URL: it must not receive a token.
      if (headers.authorization !== undefined) return { status: 400 };
      return { body: files.get(decodeURIComponent(url.pathname.slice("/content/".length))) };
    }
    if (headers.authorization !== `Bearer ${GRAPH_TOKEN}`)
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

/** Two entries per page. */
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
