import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import type { SentRequest } from "./delivery.ts";
import { withoutSecret } from "./without-secret.ts";

/** Limits of what is stored of a request and of its response. */
const MAX_BODY = 1000;
const MAX_HEADERS = 20;
const MAX_HEADER = 200;

type Headers = Readonly<Record<string, string>>;

/** A request for the log: its credentials are masked, its body is cut. */
export function loggedRequest({
  plain,
  authorization,
  body,
  shown,
}: {
  readonly plain: Headers;
  readonly authorization: Headers;
  /** As it was sent. */
  readonly body: string;
  /** As it is shown. */
  readonly shown: string;
}): SentRequest {
  const masked = Object.fromEntries(Object.keys(authorization).map((name) => [name, HIDDEN_SECRET]));
  return { headers: { ...plain, ...masked }, bytes: Buffer.byteLength(body), body: shown.slice(0, MAX_BODY) };
}

/** The headers of a response for the log, without cookies and the secret that was sent. */
export function loggedHeaders(headers: Headers, secret: string): Headers {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !/cookie/i.test(name))
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name.slice(0, MAX_HEADER), withoutSecret(value, secret).slice(0, MAX_HEADER)]),
  );
}
