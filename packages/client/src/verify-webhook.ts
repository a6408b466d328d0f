import { GalleyError } from "./galley-error.ts";

/** A webhook as it arrived. */
export interface ReceivedWebhook {
  /** The body as it was sent, before anything parsed it. */
  readonly body: string;
  /** Headers by lower-case name, or a `Headers` object. */
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The signing secret that the service showed for the webhook: `whsec_…`. */
  readonly secret: string;
  /** How old the message may be, in seconds. Default: 300. */
  readonly toleranceSeconds?: number | undefined;
}

/**
 * Checks the signature of a webhook (Standard Webhooks, HMAC-SHA256) and returns its parsed body. A message can arrive
 * twice; its header `webhook-id` is then the same.
 *
 * @throws GalleyError `BAD_SIGNATURE`.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<unknown> {
  const { body, headers, secret, toleranceSeconds = 300 } = received;
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
    headerOf(headers, name),
  );
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw bad("A header of the signature is missing.");
  }
  const age = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) throw bad("The message is too old, or the clock is wrong.");
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const signature of signatures.split(" ")) {
    const [version, value = ""] = signature.split(",", 2);
    if (version === "v1" && (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed))) {
      return JSON.parse(body);
    }
  }
  throw bad("The signature does not match.");
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return Array.isArray(value) ? value.join(" ") : (value ?? undefined);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    throw bad("The secret or a signature is not base64.");
  }
}

function bad(message: string): GalleyError {
  return new GalleyError("BAD_SIGNATURE", message);
}
