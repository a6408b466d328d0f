import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { secretField } from "../define-connector.ts";
import type { Network } from "../network.ts";
import { jwtGrant, requestToken } from "../tokens/token-grant.ts";

const TOKEN_URL = "https://oauth2.googleapis.com/token";

/** The JSON key file of a service account. */
const accountSchema = z.object({
  type: z.literal("service_account"),
  project_id: z.string(),
  client_email: z.string(),
  private_key_id: z.string().optional(),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }).default(TOKEN_URL),
});

export type ServiceAccount = z.output<typeof accountSchema>;

/** @throws ConnectorError that quotes nothing of the file. */
export function serviceAccountOf(json: string): ServiceAccount {
  const account = accountIn(json);
  if (account) return account;
  throw new ConnectorError(
    "ACCESS_DENIED",
    "The credentials are not the JSON key file of a service account.",
  );
}

/** The key file as a setting. */
export const serviceAccountField = secretField(
  "Credentials",
  "The JSON key file of a service account",
).refine((json) => accountIn(json) !== undefined, "expected the JSON key file of a service account");

function accountIn(json: string): ServiceAccount | undefined {
  try {
    return accountSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** A new token is requested this long before the old one expires. */
const RESERVE_MS = 60_000;

/** Lifetime of a claim and of its token, in seconds; Google allows up to an hour. */
const LIFETIME_S = 3600;

/** Requests access tokens of a service account, as in "Using OAuth 2.0 for Server to Server Applications". */
export function createTokenSource(
  account: ServiceAccount,
  { network, scope }: { readonly network: Network; readonly scope: string },
): (signal: AbortSignal) => Promise<string> {
  let held: { readonly token: string; readonly until: number } | undefined;
  const { client_email: iss, token_uri: url, private_key_id: kid } = account;
  const signing = {
    header: { alg: "RS256", typ: "JWT", ...(kid !== undefined && { kid }) },
    key: { key: account.private_key },
    owner: "service account",
    seconds: LIFETIME_S,
  };
  return async (signal) => {
    if (held && held.until > Date.now()) return held.token;
    const grant = await jwtGrant({ iss, scope, aud: url }, signing);
    const refusal = "Google rejected the service account's credentials.";
    const granted = await requestToken({ url, grant, refusal }, network, signal);
    const { access_token: token, expires_in: seconds = LIFETIME_S } = granted;
    held = { token, until: Date.now() + seconds * 1000 - RESERVE_MS };
    return token;
  };
}
