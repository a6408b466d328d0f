import { createVerify, generateKeyPairSync, randomUUID } from "node:crypto";
import { startApiServer, type ApiAnswer, type ApiCall, type ApiServer } from "./api-server.ts";

const TOKEN = "a token";
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

export const BOX_APP = JSON.stringify({
  enterpriseID: "press",
  boxAppSettings: {
    clientID: "client",
    clientSecret: "secret",
    appAuth: {
      publicKeyID: "key",
      passphrase: "phrase",
      privateKey: privateKey.export({
        type: "pkcs8",
        format: "pem",
        cipher: "aes-256-cbc",
        passphrase: "phrase",
      }),
    },
  },
});

interface Item {
  readonly type: "file" | "folder";
  readonly id: string;
  readonly name: string;
  readonly parent: string;
  content: Buffer;
}

/** The Box API, version 2.0, as far as the connector uses it. */
export async function startBox(): Promise<ApiServer> {
  const items = new Map<string, Item>();
  return startApiServer((call) => {
    const { url, headers } = call;
    if (url.pathname === "/oauth2/token") return tokenFor(call);
    if (url.pathname.startsWith("/content/")) {
      return headers.authorization === undefined
        ? { body: items.get(url.pathname.slice("/content/".length))?.content }
        : { status: 400 };
    }
    return headers.authorization === `Bearer ${TOKEN}` ? answerOf(call, items) : { status: 401 };
  });
}

function tokenFor({ body }: ApiCall): ApiAnswer {
  const assertion = new URLSearchParams(body.toString()).get("assertion") ?? "";
  const [header = "", claims = "", signature = ""] = assertion.split(".");
  const isSigned = createVerify("RSA-SHA512")
    .update(`${header}.${claims}`)
    .verify(publicKey, signature, "base64url");
  return isSigned ? { body: { access_token: TOKEN } } : { status: 400 };
}

function answerOf(call: ApiCall, items: Map<string, Item>): ApiAnswer | undefined {
  const { method, url, headers, body } = call;
  const [, kind, id = "", end] =
    /^\/2\.0\/(files|folders)\/([^/]+)(\/items|\/content)?$/.exec(url.pathname) ?? [];
  if (url.pathname === "/2.0/users/me") return { body: { id: "me" } };
  if (url.pathname === "/2.0/folders" && method === "POST") {
    const { name, parent } = JSON.parse(body.toString());
    const made: Item = {
      type: "folder",
      id: randomUUID(),
      name,
      parent: parent.id,
      content: Buffer.alloc(0),
    };
    items.set(made.id, made);
    return { status: 201, body: { id: made.id } };
  }
  if (url.pathname.startsWith("/api/2.0/files/")) return uploaded(call, items);
  if (kind === "folders" && end === "/items")
    return page(id, Number(url.searchParams.get("marker") ?? 0), items);
  if (end !== "/content" || !items.has(id)) return undefined;
  return { status: 302, headers: { location: `http://${headers.host}/content/${id}` } };
}

function uploaded({ url, headers, body, complete }: ApiCall, items: Map<string, Item>): ApiAnswer {
  if (!complete) return { status: 400 };
  const [, boundary = ""] = /boundary=(.+)$/.exec(headers["content-type"] ?? "") ?? [];
  const text = body.toString("latin1");
  const [, attributes = "", file = ""] = text
    .split(`--${boundary}`)
    .map((part) => part.split("\r\n\r\n")[1] ?? "");
  const { name, parent } = JSON.parse(Buffer.from(attributes.trim(), "latin1").toString());
  const [, existing] = /^\/api\/2\.0\/files\/([^/]+)\/content$/.exec(url.pathname) ?? [];
  const id = existing ?? randomUUID();
  const content = Buffer.from(file.slice(0, -2), "latin1");
  items.set(id, { type: "file", id, name, parent: parent.id, content });
  return { status: 201, body: {} };
}

/** Two items per page. */
function page(folder: string, start: number, items: ReadonlyMap<string, Item>): ApiAnswer {
  const inside = [...items.values()].filter(({ parent }) => parent === folder);
  const end = start + 2;
  const entries = inside.slice(start, end).map(({ type, id, name, content }) => ({
    type,
    id,
    name,
    ...(type === "file" && { size: content.length, modified_at: "2026-01-02T03:04:05Z" }),
  }));
  return { body: { entries, next_marker: end < inside.length ? `${end}` : null } };
}
