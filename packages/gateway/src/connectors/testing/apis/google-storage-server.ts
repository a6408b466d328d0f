import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";
import { foldersBelow } from "../folders-below.ts";
import { asGoogle } from "./google-identity.ts";

/** Google Cloud Storage's JSON API with one bucket, as far as the connector uses it. */
export async function startStorageServer(): Promise<ApiServer> {
  const objects = new Map<string, Buffer>();
  return startApiServer(asGoogle((call) => answerOf(call, objects)));
}

function answerOf(
  { method, url, body, complete }: ApiCall,
  objects: Map<string, Buffer>,
): ApiAnswer | undefined {
  if (url.pathname === "/storage/v1/b") return { body: { items: [{ name: "bucket" }] } };
  if (method === "POST" && url.pathname === "/upload/storage/v1/b/bucket/o") {
    if (complete) objects.set(url.searchParams.get("name") ?? "", body);
    return { body: {} };
  }
  if (url.pathname === "/storage/v1/b/bucket/o") return { body: page(url, objects) };
  const [, name] = /^\/storage\/v1\/b\/bucket\/o\/(.+)$/.exec(url.pathname) ?? [];
  const content = name === undefined ? undefined : objects.get(decodeURIComponent(name));
  return content && { body: content };
}

/** Two objects per page. */
function page({ searchParams }: URL, objects: ReadonlyMap<string, Buffer>): unknown {
  const prefix = searchParams.get("prefix") ?? "";
  const start = Number(searchParams.get("pageToken") ?? 0);
  const isFlat = searchParams.has("delimiter");
  const found = [...objects].filter(
    ([name]) => name.startsWith(prefix) && !(isFlat && name.slice(prefix.length).includes("/")),
  );
  const items = found.slice(start, start + 2).map(([name, content]) => ({
    name,
    size: `${content.length}`,
    updated: "2026-01-02T03:04:05.000Z",
  }));
  const prefixes = isFlat && start === 0 ? foldersBelow(objects.keys(), prefix) : [];
  return { items, prefixes, ...(start + 2 < found.length && { nextPageToken: `${start + 2}` }) };
}
