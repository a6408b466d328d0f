import { z } from "zod";
import type { ConnectorSettings } from "../connectors/connector-ports.ts";
import type { OAuthTokens } from "./oauth-grant.ts";

/** Credentials within a connector's settings, under the names that clients know. */
export type OAuthCredentials = Readonly<Record<string, string>>;

/** The minimum remaining validity of a token before use. */
const RESERVE_MS = 60_000;

/**
 * A provider's credentials as settings. They contain only what the provider sent: form fields are not overwritten,
 * and the previous refresh token is kept if there is no new one.
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

/** The refresh token, if the access token is about to expire. */
export function staleRefreshToken(settings: ConnectorSettings, now: Date): string | undefined {
  const { data } = refreshable.safeParse(settings);
  if (!data) return undefined;
  return Number(data.expires) * 1000 - RESERVE_MS <= now.getTime() ? data.refresh_token : undefined;
}

/** The format that clients read: "21/11/2026 09:05:07", UTC. */
function written(instant: Date): string {
  const [day = "", time = ""] = instant.toISOString().split("T");
  return `${day.split("-").toReversed().join("/")} ${time.slice(0, 8)}`;
}
