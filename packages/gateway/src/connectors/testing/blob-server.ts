import { createHmac } from "node:crypto";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";
import { foldersBelow } from "./folders-below.ts";

const KEY = Buffer.from("a key of the account").toString("base64");
export const BLOB_SETTINGS = {
  connectorName: "blobs",
  account_name: "press",
  access_key: KEY,
  bucket: "texts",
};

/** Azure Blob Storage as far as the connector uses it, with one container. */
export async function startBlobServer(): Promise<ApiServer> {
  const blobs = new Map<string, Buffer>();
  const blocks = new Map<string, Buffer>();
  return startApiServer((call) => {
    if (call.headers.authorization !== expected(call)) return { status: 403, body: "AuthenticationFailed" };
    const path = decodeURIComponent(call.url.pathname.slice("/texts".length).replace(/^\//, ""));
    return path === "" ? page(call.url, blobs) : answerOf(call, path, { blobs, blocks });
  });
}

/** The expected signature, as documented in "Authorize with Shared Key". */
function expected({ method, url, headers }: ApiCall): string {
  const length = headers["content-length"] === "0" ? "" : (headers["content-length"] ?? "");
  const lines = [method, "", "", length, "", headers["content-type"] ?? "", "", "", "", "", "", ""];
  const own = ["x-ms-date", "x-ms-version"].map((name) => `${name}:${String(headers[name])}`);
  const query = [...url.searchParams].map(([name, value]) => `${name}:${value}`).toSorted();
  const signed = [...lines, ...own, `/press${url.pathname}`, ...query].join("\n");
  const signature = createHmac("sha256", Buffer.from(KEY, "base64")).update(signed).digest("base64");
  return `SharedKey press:${signature}`;
}

function answerOf(
  { method, url, body }: ApiCall,
  path: string,
  { blobs, blocks }: { readonly blobs: Map<string, Buffer>; readonly blocks: Map<string, Buffer> },
): ApiAnswer | undefined {
  if (url.searchParams.get("comp") === "block") {
    blocks.set(`${path} ${url.searchParams.get("blockid")}`, body);
    return { status: 201 };
  }
  if (url.searchParams.get("comp") === "blocklist") {
    const ids = [...body.toString().matchAll(/<Latest>(.*?)<\/Latest>/g)].map(([, id]) => id);
    blobs.set(path, Buffer.concat(ids.map((id) => blocks.get(`${path} ${id}`) ?? Buffer.alloc(0))));
    return { status: 201 };
  }
  const content = blobs.get(path);
  return method === "GET" && content ? { body: content } : undefined;
}

/** Two blobs per page. */
function page({ searchParams }: URL, blobs: ReadonlyMap<string, Buffer>): ApiAnswer {
  const prefix = searchParams.get("prefix") ?? "";
  const start = Number(searchParams.get("marker") ?? 0);
  const isFlat = searchParams.has("delimiter");
  const found = [...blobs].filter(
    ([name]) => name.startsWith(prefix) && !(isFlat && name.slice(prefix.length).includes("/")),
  );
  const prefixes = isFlat && start === 0 ? foldersBelow(blobs.keys(), prefix) : [];
  const folders = prefixes.map(
    (name) => `<BlobPrefix><Name>${name.replaceAll("&", "&amp;")}</Name></BlobPrefix>`,
  );
  const listed = found
    .slice(start, start + 2)
    .map(
      ([name, { length }]) =>
        `<Blob><Name>${name.replaceAll("&", "&amp;")}</Name><Properties><Last-Modified>Fri, 02 Jan 2026 03:04:05 GMT</Last-Modified><Content-Length>${length}</Content-Length></Properties></Blob>`,
    );
  const next = start + 2 < found.length ? `${start + 2}` : "";
  return {
    body: `<?xml version="1.0"?><EnumerationResults><Blobs>${[...folders, ...listed].join("")}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
  };
}
