import { randomUUID } from "node:crypto";
import { ConnectorError } from "@galley/core/domain";
import { z } from "zod";
import type { Network } from "../network.ts";
import { jwtGrant, requestToken } from "../tokens/token-grant.ts";

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
  const { clientID: client_id, clientSecret: client_secret, appAuth } = app.boxAppSettings;
  const { privateKey, passphrase, publicKeyID: kid } = appAuth;
  const url = `${base}/oauth2/token`;
  const claims = {
    iss: client_id,
    sub: app.enterpriseID,
    box_sub_type: "enterprise",
    aud: url,
    jti: randomUUID(),
  };
  const signing = {
    header: { alg: "RS512", typ: "JWT", kid },
    key: { key: privateKey, passphrase },
    owner: "Box app",
    seconds: CLAIM_S,
  };
  const grant = { ...(await jwtGrant(claims, signing)), client_id, client_secret };
  const refusal = "Box rejected the app's credentials.";
  return (await requestToken({ url, grant, refusal }, network, signal)).access_token;
}

/** Undefined if the JSON is not the settings file of an app. */
export function appOf(json: string): App | undefined {
  try {
    return appSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
