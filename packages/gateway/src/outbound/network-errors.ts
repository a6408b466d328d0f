import { OutboundError, type OutboundFailure } from "./outbound-error.ts";

/** The messages for Node's error codes; the first match counts. */
const MEANINGS: readonly (readonly [codes: RegExp, failure: OutboundFailure, message: string])[] = [
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/,
    "unreachable",
    "The URL's server cannot be reached.",
  ],
  [
    /^(EPROTO$|ERR_SSL_|ERR_TLS_)|CERT|SIGNATURE/,
    "untrusted",
    "The certificate of the URL's server does not match the URL.",
  ],
  [/^(HPE_|Z_|ERR_BROTLI_|ERR__ERROR_)/, "encoding", "The response of the URL's server cannot be parsed."],
  [/^E/, "interrupted", "The connection to the URL's server was lost."],
];

/** Translates network errors; other errors are returned unchanged. */
export function meaningOf(error: unknown): unknown {
  if (error instanceof OutboundError || !(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  const meaning = MEANINGS.find(([codes]) => codes.test(code));
  return meaning ? new OutboundError(meaning[1], meaning[2], { cause: error }) : error;
}
