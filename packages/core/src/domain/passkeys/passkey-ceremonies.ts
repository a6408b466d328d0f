import type { Passkey } from "./passkey.ts";

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** A host name. */
  readonly id: string;
  readonly origin: string;
}

/** A credential that an authenticator has created. */
export type NewCredential = Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">;

/** The options of a call of `navigator.credentials`, as JSON. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** The WebAuthn ceremonies. Challenges are base64url; responses come from a browser and can be anything. */
export interface PasskeyCeremonies {
  creationOptions(
    party: RelyingParty,
    request: {
      readonly challenge: string;
      /** Identifies the account to the authenticator; at most 64 bytes. */
      readonly userHandle: Uint8Array;
      readonly userName: string;
      readonly displayName: string;
      readonly known: readonly Passkey[];
    },
  ): Promise<PasskeyOptions>;
  /** Undefined if the response is not valid. */
  created(
    party: RelyingParty,
    answer: { readonly challenge: string; readonly response: unknown },
  ): Promise<NewCredential | undefined>;
  requestOptions(party: RelyingParty, challenge: string): Promise<PasskeyOptions>;
  /** The id of the credential that a response names; undefined if the response is malformed. */
  credentialIdOf(response: unknown): string | undefined;
  /** The new counter; undefined if the response is not valid for this passkey. */
  answered(
    party: RelyingParty,
    answer: { readonly challenge: string; readonly response: unknown; readonly passkey: Passkey },
  ): Promise<number | undefined>;
}

/** Browsers offer passkeys only to https, and to this machine by name. */
export function relyingPartyOf(siteUrl: string | undefined): RelyingParty | undefined {
  if (siteUrl === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return (protocol === "https:" && !isAddress) || isLocal ? { id: hostname, origin } : undefined;
}
