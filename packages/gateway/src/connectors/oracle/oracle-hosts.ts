import { ConnectorError } from "@galley/core/domain";

/** What follows a host: a port, a service, parameters. */
const EASY_CONNECT = /^(?:(?:tcps?):)?(?:\/\/)?(\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::\d+)?(?:[/?].*)?$/i;

const DESCRIPTOR_HOST = /\(\s*host\s*=\s*([^()\s]+)\s*\)/gi;

/**
 * The hosts that a DSN names, so that they can be looked at before the driver connects.
 *
 * @throws ConnectorError for a name of tnsnames.ora, which says where nobody has looked.
 */
export function hostsOf(dsn: string): readonly string[] {
  const described = [...dsn.matchAll(DESCRIPTOR_HOST)].map(([, host = ""]) => host);
  if (described.length > 0) return described;
  const [, host = ""] = EASY_CONNECT.exec(dsn.trim()) ?? [];
  if (host.includes(".") || host.startsWith("[") || /[:/]/.test(dsn)) return [host.replace(/^\[|\]$/g, "")];
  throw new ConnectorError(
    "REFUSED_ADDRESS",
    "The DSN must say where the database is, as host:port/service or as a full descriptor.",
  );
}
