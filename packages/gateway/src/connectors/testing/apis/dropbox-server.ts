import { z } from "zod";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";

export const DROPBOX_TOKEN = "a token";

const argumentSchema = z.object({ path: z.string().optional(), cursor: z.string().optional() });

/** The Dropbox API, version 2, as far as the connector uses it. */
export async function startDropbox(): Promise<ApiServer> {
  const files = new Map<string, Buffer>();
  return startApiServer((call) => {
    if (call.headers.authorization !== `Bearer ${DROPBOX_TOKEN}`)
      return { status: 401, body: "invalid_access_token" };
    return answerOf(call, files);
  });
}

function answerOf(
  { url, headers, body, complete }: ApiCall,
  files: Map<string, Buffer>,
): ApiAnswer | undefined {
  const inHeader = headers["dropbox-api-arg"];
  const argument = argumentSchema.parse(
    JSON.parse(typeof inHeader === "string" ? inHeader : body.toString()),
  );
  const { path = "" } = argument;
  if (url.pathname === "/2/check/user") return { body: {} };
  if (url.pathname === "/2/files/list_folder") return page(path, 0, files);
  if (url.pathname === "/2/files/list_folder/continue") {
    const [folder = "", start = "0"] = argument.cursor?.split("|") ?? [];
    return page(folder, Number(start), files);
  }
  if (url.pathname === "/2/files/upload") {
    if (complete) files.set(path, body);
    return { body: {} };
  }
  const content = files.get(path);
  if (!content) return { status: 409, body: { error_summary: "path/not_found/" } };
  return { body: content };
}

/** Two entries per page. */
function page(folder: string, start: number, files: ReadonlyMap<string, Buffer>): ApiAnswer {
  const inside = [...files].filter(([path]) => path.startsWith(`${folder}/`));
  if (folder !== "" && inside.length === 0)
    return { status: 409, body: { error_summary: "path/not_found/" } };
  const entries = new Map<string, unknown>();
  for (const [path, content] of inside) {
    const [name = "", ...rest] = path.slice(folder.length + 1).split("/");
    const file = { ".tag": "file", name, size: content.length, server_modified: "2026-01-02T03:04:05Z" };
    entries.set(name, rest.length > 0 ? { ".tag": "folder", name } : file);
  }
  const all = [...entries.values()];
  const end = start + 2;
  return {
    body: { entries: all.slice(start, end), cursor: `${folder}|${end}`, has_more: end < all.length },
  };
}
