import { z } from "zod";
import type { ConnectorSettings } from "../connectors/connector-ports.ts";
import type { OAuthTokens } from "./oauth-grant.ts";

/** Credentials as they stand among a connector's settings, under the names that clients know. */
export type OAuthCredentials = Readonly<Record<string, string>>;

/** A token that is to be used is good for at least so long. */
const RESERVE_MS = 60_000;

/**
 * What a provider gave, as settings. Only what it gave is in it: fields of a form are never written over, and an old
 * refresh token goes on being good where there is no new one.
 */
export function credentialsOf(
  { accessToken, refreshToken, tokenType, expiresAt, uid }: OAuthTokens,
  { provider, now }: { readonly provider: string; readonly now: Date },
): OAuthCredentials {
  return {
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    token_type: tokenType,
    auth_time: `${Math.floor(now.getTime() / 1000)}`,
    ...(expiresAt && {
      expires: `${Math.floor(expiresAt.getTime() / 1000)}`,
      refresh_after: written(new Date(expiresAt.getTime() - RESERVE_MS)),
    }),
    provider,
    ...(uid !== undefined && { uid }),
  };
}

const refreshable = z.object({ refresh_token: z.string(), expires: z.string().regex(/^\d+$/) });

/** The refresh token, when the access token will not be good for long. */
export function staleRefreshToken(settings: ConnectorSettings, now: Date): string | undefined {
  const { data } = refreshable.safeParse(settings);
  if (!data) return undefined;
  return Number(data.expires) * 1000 - RESERVE_MS <= now.getTime() ? data.refresh_token : undefined;
}

/** As clients read it: "21/11/2026 09:05:07", UTC. */
function written(instant: Date): string {
  const [day = "", time = ""] = instant.toISOString().split("T");
  return `${day.split("-").toReversed().join("/")} ${time.slice(0, 8)}`;
}
