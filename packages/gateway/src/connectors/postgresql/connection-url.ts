import { HOST, secretField } from "../define-connector.ts";
import type { PostgresqlAccess } from "./postgresql-access.ts";

const DEFAULT_PORT = 5432;
const MAX_PORT = 65_535;

/** Supported parameters, including those that providers put into their URLs and that have no effect here. */
const PARAMETERS: ReadonlySet<string> = new Set([
  "schema",
  "sslmode",
  "application_name",
  "channel_binding",
  "connect_timeout",
  "pgbouncer",
]);

/** What is wrong with a URL: it must not name any address, file or socket besides host and port. */
function faultOf(written: string): string | undefined {
  const url = /^postgres(ql)?:\/\//i.test(written) ? URL.parse(written) : null;
  if (!url) return "expected a URL such as postgresql://user:password@host:5432/database";
  const parts = [url.hostname, url.username, url.password, url.pathname];
  if (parts.some((part) => decoded(part) === undefined)) return "expected a URL whose % escapes are UTF-8";
  if (!HOST.test(hostOf(url))) return "expected one host name or IP address";
  if (url.port === "0" || Number(url.port) > MAX_PORT) return `expected a port from 1 to ${MAX_PORT}`;
  if (url.username === "") return "expected a user before the host";
  if (!/^\/[^/]+$/.test(url.pathname)) return "expected the name of a database after the host";
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name));
  if (unknown === undefined) return undefined;
  return `the parameter ${unknown} is not supported; supported: ${[...PARAMETERS].join(", ")}`;
}

export const connectionUrlField = secretField(
  "Connection URL",
  "Such as postgresql://user:password@host:5432/database",
).superRefine((written, context) => {
  const message = faultOf(written);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** @param written a URL that `connectionUrlField` accepts. */
export function accessOfUrl(written: string): PostgresqlAccess {
  const url = new URL(written);
  return {
    host: hostOf(url),
    port: Number(url.port) || DEFAULT_PORT,
    database: decodeURIComponent(url.pathname.slice(1)),
    schema: url.searchParams.get("schema") ?? undefined,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    verified: url.searchParams.get("sslmode")?.startsWith("verify-") ?? false,
  };
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
