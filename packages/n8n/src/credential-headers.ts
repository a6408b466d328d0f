import type { JsonFields } from "n8n-workflow";

/** The header that carries a key of either kind. */
export function credentialHeaders({ kind, key }: JsonFields): Readonly<Record<string, string>> {
  return kind === "accessToken"
    ? { authorization: `Bearer ${String(key).trim()}` }
    : { "service-key": String(key).trim() };
}
