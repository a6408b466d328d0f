import { createPrivateKey, createSign, type KeyObject } from "node:crypto";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { jsonOf } from "../answers.ts";
import { secretField } from "../define-connector.ts";
import type { Network } from "../network.ts";

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

/** Lifetime of a claim in seconds; Google allows up to an hour. */
const CLAIM_S = 3600;

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

/** Requests access tokens of a service account, as in "Using OAuth 2.0 for Server to Server Applications". */
export function createTokenSource(
  account: ServiceAccount,
  { network, scope }: { readonly network: Network; readonly scope: string },
): (signal: AbortSignal) => Promise<string> {
  let held: { readonly token: string; readonly until: number } | undefined;
  const key = privateKeyOf(account);
  return async (signal) => {
    if (held && held.until > Date.now()) return held.token;
    const assertion = signedClaim(account, { key, scope });
    const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
    const answer = await network.request(account.token_uri, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(grant).toString(),
      signal,
    });
    if (answer.status === 400) {
      throw new ConnectorError("ACCESS_DENIED", "Google rejected the service account's credentials.");
    }
    const { access_token: token, expires_in: seconds } = tokenSchema.parse(await jsonOf(answer));
    held = { token, until: Date.now() + seconds * 1000 - RESERVE_MS };
    return token;
  };
}

function privateKeyOf({ private_key: pem }: ServiceAccount): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new ConnectorError("ACCESS_DENIED", "The private key of the service account cannot be read.");
  }
}

/** A JSON Web Token (RFC 7523), signed with RS256. */
function signedClaim(
  { client_email: email, token_uri: audience, private_key_id: kid }: ServiceAccount,
  { key, scope }: { readonly key: KeyObject; readonly scope: string },
): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const header = { alg: "RS256", typ: "JWT", ...(kid !== undefined && { kid }) };
  const claims = { iss: email, scope, aud: audience, iat: issuedAt, exp: issuedAt + CLAIM_S };
  const signed = [header, claims].map((part) => base64url(JSON.stringify(part))).join(".");
  return `${signed}.${createSign("RSA-SHA256").update(signed).sign(key, "base64url")}`;
}

function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}
