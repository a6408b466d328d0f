import type { SecretBox } from "@galley/core/domain";
import { z } from "zod";

const begunSchema = z.object({
  challenge: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  returnTo: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});

/** A sign-in in progress, stored encrypted in the browser until it returns. */
export type BegunSignIn = z.output<typeof begunSchema>;

const PLACE = { organizationId: "", table: "sign_in", row: "", column: "cookie" } as const;

/** Encrypts it for a cookie. */
export function sealBegun(secrets: SecretBox, begun: BegunSignIn): string {
  return encodeURIComponent(secrets.seal(JSON.stringify(begun), PLACE));
}

/** Undefined if it was not encrypted here, or has expired. */
export function openBegun(secrets: SecretBox, sealed: string, now: Date): BegunSignIn | undefined {
  try {
    const opened: unknown = JSON.parse(secrets.open(decodeURIComponent(sealed), PLACE));
    const begun = begunSchema.safeParse(opened);
    return begun.success && begun.data.endsAt > now.getTime() ? begun.data : undefined;
  } catch {
    return undefined;
  }
}
