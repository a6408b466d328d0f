import { z } from "zod";

/** A server and the service name or SID. */
export interface OracleAddress {
  readonly protocol: "tcp" | "tcps";
  readonly host: string;
  readonly port: number;
  readonly target: { readonly kind: "SERVICE_NAME" | "SID"; readonly name: string };
}

const DEFAULT_PORT = 1521;
const MAX_PORT = 65_535;

const NAME = "[A-Za-z0-9_.$-]{1,128}";

/** No descriptor, list, parameter or alias: these could not be checked as the driver interprets them. */
const DSN = new RegExp(
  String.raw`^(?:(?<protocol>tcps?):)?(?://)?(?<host>\[[0-9a-f:.]+\]|[a-z0-9][a-z0-9._-]{0,252})` +
    String.raw`(?::(?<port>\d{1,5}))?(?:/(?<service>${NAME})|(?<=:\d+):(?<sid>${NAME}))$`,
  "i",
);

/** Undefined unless it is `[tcps://]host[:port]/service` or `host:port:sid`. */
export function oracleAddressOf(dsn: string): OracleAddress | undefined {
  const parts = DSN.exec(dsn.trim())?.groups;
  if (!parts) return undefined;
  const { protocol = "tcp", host = "", port = DEFAULT_PORT, service, sid = "" } = parts;
  if (Number(port) < 1 || Number(port) > MAX_PORT) return undefined;
  return {
    protocol: protocol.toLowerCase() === "tcps" ? "tcps" : "tcp",
    host: host.replaceAll(/^\[|\]$/g, ""),
    port: Number(port),
    target: service === undefined ? { kind: "SID", name: sid } : { kind: "SERVICE_NAME", name: service },
  };
}

/** The connect descriptor of the driver. No part contains a character with a meaning in it. */
export function connectDescriptor({ protocol, host, port, target: { kind, name } }: OracleAddress): string {
  const address = `(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port}))`;
  return `(DESCRIPTION=${address}(CONNECT_DATA=(${kind}=${name})))`;
}

export const dsnField = z
  .string()
  .refine(
    (dsn) => oracleAddressOf(dsn) !== undefined,
    "expected host:port/service, tcps://host:port/service or host:port:sid, without parameters",
  )
  .meta({
    title: "DSN",
    description: "Such as database.example:1522/service; prefix it with tcps:// for TLS",
  });
