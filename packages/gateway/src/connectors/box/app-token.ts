import { createPrivateKey, createSign, randomUUID, type KeyObject } from "node:crypto";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import { jsonOf, textOf } from "../answers.ts";
import type { Network } from "../network.ts";

/** The settings file of a Box app with server authentication. */
const appSchema = z.object({
  enterpriseID: z.string(),
  boxAppSettings: z.object({
    clientID: z.string(),
    clientSecret: z.string(),
    appAuth: z.object({ publicKeyID: z.string(), privateKey: z.string(), passphrase: z.string() }),
  }),
});

type App = z.output<typeof appSchema>;

/** Lifetime of a claim in seconds, the maximum that Box allows. */
const CLAIM_S = 45;

/** Requests a token for the app's service account, as in "JWT without SDK" of Box's guides. */
export async function appToken(
  json: string,
  { network, base }: { readonly network: Network; readonly base: string },
  signal: AbortSignal,
): Promise<string> {
  const app = appOf(json);
  if (!app)
    throw new ConnectorError("ACCESS_DENIED", "The settings are not the JSON settings file of a Box app.");
  const { clientID, clientSecret } = app.boxAppSettings;
  const grant = {
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    client_id: clientID,
    client_secret: clientSecret,
    assertion: signedClaim(app, `${base}/oauth2/token`),
  };
  const answer = await network.request(`${base}/oauth2/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(grant).toString(),
    signal,
  });
  if (answer.status === 400 || answer.status === 401) {
    await textOf(answer);
    throw new ConnectorError("ACCESS_DENIED", "Box rejected the app's credentials.");
  }
  return z.object({ access_token: z.string() }).parse(await jsonOf(answer)).access_token;
}

/** Undefined if the JSON is not the settings file of an app. */
export function appOf(json: string): App | undefined {
  try {
    return appSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** A JSON Web Token (RFC 7523), signed with RS512. */
function signedClaim({ enterpriseID, boxAppSettings }: App, audience: string): string {
  const { clientID, appAuth } = boxAppSettings;
  const header = { alg: "RS512", typ: "JWT", kid: appAuth.publicKeyID };
  const claims = {
    iss: clientID,
    sub: enterpriseID,
    box_sub_type: "enterprise",
    aud: audience,
    jti: randomUUID(),
    exp: Math.floor(Date.now() / 1000) + CLAIM_S,
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = createSign("RSA-SHA512").update(signed).sign(privateKeyOf(appAuth), "base64url");
  return `${signed}.${signature}`;
}

function privateKeyOf({ privateKey: key, passphrase }: App["boxAppSettings"]["appAuth"]): KeyObject {
  try {
    return createPrivateKey({ key, passphrase });
  } catch {
    throw new ConnectorError("ACCESS_DENIED", "The private key of the Box app cannot be read.");
  }
}
