import { createHmac } from "node:crypto";

export interface AzureAccount {
  readonly name: string;
  /** Base64. */
  readonly key: string;
}

interface Request {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The standard headers that are signed by position, in this order. */
const PLACED = [
  "content-encoding",
  "content-language",
  "content-length",
  "content-md5",
  "content-type",
  "date",
  "if-modified-since",
  "if-match",
  "if-none-match",
  "if-unmodified-since",
  "range",
] as const;

/** The Authorization header of Azure Storage's Shared Key scheme, version 2009-09-19 and later. */
export function sharedKey({ name, key }: AzureAccount, { method, url, headers }: Request): string {
  const placed = PLACED.map((header) => (headers[header] === "0" ? "" : (headers[header] ?? "")));
  const own = Object.keys(headers)
    .filter((header) => header.startsWith("x-ms-"))
    .toSorted()
    .map((header) => `${header}:${headers[header]}`);
  const parameters = [...url.searchParams.keys()]
    .toSorted()
    .map((parameter) => `${parameter.toLowerCase()}:${url.searchParams.get(parameter)}`);
  const resource = [`/${name}${url.pathname}`, ...parameters];
  const signed = [method, ...placed, ...own, ...resource].join("\n");
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(signed).digest("base64");
  return `SharedKey ${name}:${signature}`;
}
