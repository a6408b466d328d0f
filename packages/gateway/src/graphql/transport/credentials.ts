import type { Credentials } from "@galley/core/domain";

const BEARER = /^Bearer +(\S+)$/i;

/**
 * Reads the credentials from headers, or from the payload of `connection_init`, which uses the same names in any case:
 * `Authorization: Bearer <access token>`, and `service-key` or `unstract-key` for an extraction key.
 */
export function credentialsOf(fields: Readonly<Record<string, unknown>>): Credentials {
  const named = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const text = (name: string): string | undefined => {
    const value = named.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  };
  return {
    accessToken: BEARER.exec(text("authorization") ?? "")?.[1],
    extractionKey: text("service-key") ?? text("unstract-key"),
  };
}

export function hasCredentials({ accessToken, extractionKey, session }: Credentials): boolean {
  return accessToken !== undefined || extractionKey !== undefined || session !== undefined;
}
