import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { jsonOf, textOf } from "../answers.ts";
import type { Network } from "../network.ts";

interface Client {
  readonly client_id: string;
  readonly tenant_id: string;
  readonly client_secret: string;
}

/**
 * Requests a token for the application itself: the client credentials flow of Microsoft identity platform
 * 2.0.
 */
export async function clientCredentialsToken(
  { client_id, tenant_id, client_secret }: Client,
  { network, login }: { readonly network: Network; readonly login: string },
  signal: AbortSignal,
): Promise<string> {
  const grant = {
    grant_type: "client_credentials",
    client_id,
    client_secret,
    scope: "https://graph.microsoft.com/.default",
  };
  const answer = await network.request(`${login}/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(grant).toString(),
    signal,
  });
  if (answer.status === 400 || answer.status === 401) {
    await textOf(answer);
    throw new ConnectorError("ACCESS_DENIED", "Microsoft rejected the client's credentials.");
  }
  return z.object({ access_token: z.string() }).parse(await jsonOf(answer)).access_token;
}
