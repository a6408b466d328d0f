import { createHmac } from "node:crypto";

/** The prefix of secrets in the Standard Webhooks specification. */
const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 24;

export function newSigningSecret(randomBytes: (length: number) => Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString("base64");
}

export interface Signed {
  /** The same for every attempt of a message. */
  readonly messageId: string;
  readonly at: Date;
  readonly body: string;
}

/** The headers of the Standard Webhooks specification: HMAC-SHA256 over id, seconds and body. */
export function signatureHeaders(secret: string, { messageId, at, body }: Signed): Record<string, string> {
  const seconds = `${Math.floor(at.getTime() / 1000)}`;
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const digest = createHmac("sha256", key).update(`${messageId}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": messageId, "webhook-timestamp": seconds, "webhook-signature": `v1,${digest}` };
}
