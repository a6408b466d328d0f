import { randomUUID } from "node:crypto";
import { FOLDER_TYPE } from "../../google-drive/drive-api.ts";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";

interface Node {
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  readonly mimeType: string;
  content: Buffer;
}

export interface DriveServer extends ApiServer {
  /** Adds a file that no connector can write: a Google document, or a file with an unusual name. */
  put(file: { readonly name: string; readonly mimeType: string; readonly content: string }): void;
}

/** The Drive API, version 3, as far as the connector uses it. */
export async function startDriveServer(token: string): Promise<DriveServer> {
  const nodes = new Map<string, Node>();
  const uploads = new Map<string, Omit<Node, "content">>();
  const add = (node: Omit<Node, "id" | "content">, content = Buffer.alloc(0)): Node => {
    const made = { ...node, id: randomUUID(), content };
    nodes.set(made.id, made);
    return made;
  };
  const server = await startApiServer((call) => {
    if (call.headers.authorization !== `Bearer ${token}`) return { status: 401, body: "Invalid Credentials" };
    return answerOf(call, { nodes, uploads, add });
  });
  return {
    ...server,
    put: ({ name, mimeType, content }) => void add({ name, mimeType, parent: "root" }, Buffer.from(content)),
  };
}

interface Drive {
  readonly nodes: Map<string, Node>;
  readonly uploads: Map<string, Omit<Node, "content">>;
  readonly add: (node: Omit<Node, "id" | "content">) => Node;
}

function answerOf(call: ApiCall, drive: Drive): ApiAnswer | undefined {
  const { method, url } = call;
  const [, id = "", action] = /^\/drive\/v3\/files\/([^/]+)(\/export)?$/.exec(url.pathname) ?? [];
  if (url.pathname === "/drive/v3/about") return { body: { user: {} } };
  if (url.pathname === "/drive/v3/files" && method === "GET") return { body: listed(url, drive) };
  if (url.pathname === "/drive/v3/files" && method === "POST") return { body: drive.add(written(call)) };
  if (url.pathname.startsWith("/upload/")) return uploaded(call, drive);
  const node = drive.nodes.get(id);
  if (!node) return undefined;
  if (method === "DELETE") drive.nodes.delete(id);
  if (method === "DELETE") return { status: 204 };
  return { body: action === undefined ? node.content : `PDF of ${node.content.toString()}` };
}

/** Two files per page, so that every listing has several pages. */
const PAGE = 2;

function listed({ searchParams }: URL, { nodes }: Drive): unknown {
  const query = searchParams.get("q") ?? "";
  const [, parent] = /^'((?:[^'\\]|\\.)*)' in parents/.exec(query) ?? [];
  const [, name] = / and name = '((?:[^'\\]|\\.)*)'$/.exec(query) ?? [];
  const wanted = name?.replaceAll(/\\(.)/g, "$1");
  const found = [...nodes.values()].filter(
    (node) => node.parent === parent && (wanted === undefined || node.name === wanted),
  );
  const start = Number(searchParams.get("pageToken") ?? 0);
  const files = found.slice(start, start + PAGE).map(({ id, name: called, mimeType, content }) => ({
    id,
    name: called,
    mimeType,
    ...(mimeType !== FOLDER_TYPE && { size: `${content.length}` }),
    modifiedTime: "2026-01-02T03:04:05.000Z",
  }));
  return { files, ...(start + PAGE < found.length && { nextPageToken: `${start + PAGE}` }) };
}

function written({ body }: ApiCall): Omit<Node, "id" | "content"> {
  const { name, mimeType = "application/octet-stream", parents } = JSON.parse(body.toString());
  return { name, mimeType, parent: parents?.[0] ?? "root" };
}

function uploaded(call: ApiCall, { nodes, uploads }: Drive): ApiAnswer | undefined {
  const { method, url, headers, body, complete } = call;
  const session = url.searchParams.get("session") ?? "";
  const begun = uploads.get(session);
  if (method === "PUT" && begun) {
    if (complete) nodes.set(begun.id, { ...begun, content: body });
    return { body: {} };
  }
  const existing = nodes.get(/\/files\/(.+)$/.exec(url.pathname)?.[1] ?? "");
  const key = randomUUID();
  uploads.set(key, existing ?? { ...written(call), id: randomUUID() });
  return { headers: { location: `http://${headers.host}/upload/drive/v3/files?session=${key}` } };
}
