import { createHmac, timingSafeEqual } from "node:crypto";

/** Older messages are refused, so that one that was overheard cannot be sent again. */
const TOLERANCE_SECONDS = 300;

interface SignedMessage {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` */
  readonly secret: string;
}

/** Whether a message has a valid signature by Standard Webhooks (HMAC-SHA256). */
export function isSigned({ body, headers, secret }: SignedMessage): boolean {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => headers[name],
  );
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string") return false;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((signature) => {
    const [version, value = ""] = signature.split(",", 2);
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
