import type { SecretBox } from "@galley/core/domain";
import { z } from "zod";

const begunSchema = z.object({
  challenge: z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() }),
  returnTo: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});

/** A sign-in that a browser has begun: it keeps this itself, sealed, until it comes back. */
export type BegunSignIn = z.output<typeof begunSchema>;

const PLACE = { organizationId: "", table: "sign_in", row: "", column: "cookie" } as const;

/** As a cookie can hold it. */
export function sealBegun(secrets: SecretBox, begun: BegunSignIn): string {
  return encodeURIComponent(secrets.seal(JSON.stringify(begun), PLACE));
}

/** Undefined for what was not sealed here, or has taken too long. */
export function openBegun(secrets: SecretBox, sealed: string, now: Date): BegunSignIn | undefined {
  try {
    const opened: unknown = JSON.parse(secrets.open(decodeURIComponent(sealed), PLACE));
    const begun = begunSchema.safeParse(opened);
    return begun.success && begun.data.endsAt > now.getTime() ? begun.data : undefined;
  } catch {
    return undefined;
  }
}
