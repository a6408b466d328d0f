import { createPrivateKey, type PrivateKeyInput } from "node:crypto";
import { ConnectorError } from "@galley/core/domain";
import { SignJWT, type JWTPayload, type JWTHeaderParameters } from "jose";
import { z } from "zod";
import { jsonOf, textOf } from "../answers.ts";
import type { Network } from "../network.ts";

interface Signing {
  readonly header: JWTHeaderParameters;
  /** RSA, in PEM. */
  readonly key: PrivateKeyInput;
  /** Named in the message if the key cannot be used. */
  readonly owner: string;
  readonly seconds: number;
}

/**
 * The grant of a claim (RFC 7523) that is valid for some seconds from now.
 *
 * @throws ConnectorError that quotes nothing of the key.
 */
export async function jwtGrant(
  claims: JWTPayload,
  { header, key, owner, seconds }: Signing,
): Promise<Readonly<Record<string, string>>> {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claim = new SignJWT({ ...claims, iat: issuedAt, exp: issuedAt + seconds }).setProtectedHeader(header);
  try {
    const assertion = await claim.sign(createPrivateKey(key));
    return { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
  } catch {
    const message = `The private key of the ${owner} cannot be used. Expected an RSA key of at least 2048 bits.`;
    throw new ConnectorError("ACCESS_DENIED", message);
  }
}

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number().optional() });

/** Requests an access token. @throws ConnectorError with the message `refusal` if the grant is rejected. */
export async function requestToken(
  {
    url,
    grant,
    refusal,
  }: { readonly url: string; readonly grant: Readonly<Record<string, string>>; readonly refusal: string },
  network: Network,
  signal: AbortSignal,
): Promise<z.output<typeof tokenSchema>> {
  const answer = await network.request(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(grant).toString(),
    signal,
  });
  if (answer.status === 400 || answer.status === 401) {
    await textOf(answer);
    throw new ConnectorError("ACCESS_DENIED", refusal);
  }
  return tokenSchema.parse(await jsonOf(answer));
}
