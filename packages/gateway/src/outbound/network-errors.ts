import { OutboundError, type OutboundFailure } from "./outbound-error.ts";

/** What the codes of Node's errors mean to the caller who named a URL; the first that matches counts. */
const MEANINGS: readonly (readonly [codes: RegExp, failure: OutboundFailure, message: string])[] = [
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/,
    "unreachable",
    "The URL's server cannot be reached.",
  ],
  [
    /^(EPROTO$|ERR_SSL_|ERR_TLS_)|CERT|SIGNATURE/,
    "untrusted",
    "The URL's server did not prove to be the one that the URL names.",
  ],
  [/^(HPE_|Z_|ERR_BROTLI_|ERR__ERROR_)/, "encoding", "The answer of the URL's server cannot be read."],
  [/^E/, "interrupted", "The connection to the URL's server broke off."],
];

/** An error of the network in words for the caller; any other error as it is. */
export function meaningOf(error: unknown): unknown {
  if (error instanceof OutboundError || !(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  const meaning = MEANINGS.find(([codes]) => codes.test(code));
  return meaning ? new OutboundError(meaning[1], meaning[2], { cause: error }) : error;
}
