import { createVerify, generateKeyPairSync } from "node:crypto";
import type { ApiAnswer, ApiCall } from "./api-server.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

const TOKEN = "a google token";

/** The key file of a service account for which `googleToken` issues tokens. */
export function serviceAccountFile(url: string): string {
  return JSON.stringify({
    type: "service_account",
    project_id: "press",
    client_email: "galley@press.example",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
    token_uri: `${url}/token`,
  });
}

/** Issues a token for a claim signed by the account, and rejects calls without one. */
export function asGoogle(
  answer: (call: ApiCall) => ApiAnswer | undefined,
): (call: ApiCall) => ApiAnswer | undefined {
  return (call) => {
    if (call.url.pathname === "/token") return tokenFor(call);
    if (call.headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { error: "no token" } };
    return answer(call);
  };
}

function tokenFor({ body }: ApiCall): ApiAnswer {
  const assertion = new URLSearchParams(body.toString()).get("assertion") ?? "";
  const [header = "", claims = "", signature = ""] = assertion.split(".");
  const isSigned = createVerify("RSA-SHA256")
    .update(`${header}.${claims}`)
    .verify(publicKey, signature, "base64url");
  if (!isSigned) return { status: 400, body: { error: "invalid_grant" } };
  return { body: { access_token: TOKEN, expires_in: 3600, token_type: "Bearer" } };
}
