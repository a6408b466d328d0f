import { z } from "zod";
import { digestOf } from "../access/keys/secret-digest.ts";
import { randomSecret } from "../access/sessions/start-session.ts";
import type { Environment, SecretBox, Transaction } from "../ports.ts";
import type { PasskeyRecords } from "./passkey.ts";

const challengeSchema = z.object({
  challenge: z.string(),
  /** Whose browser it is for; "" for a sign-in. */
  for: z.string(),
  /** Milliseconds since 1970. */
  endsAt: z.number(),
});

/** A random value that an authenticator signs. */
export type Challenge = z.output<typeof challengeSchema>;

interface ChallengePorts {
  readonly environment: Environment;
  readonly secrets: SecretBox;
}

const LIFETIME_MS = 5 * 60_000;

const PLACE = { organizationId: "", table: "passkey", row: "", column: "challenge" } as const;

/**
 * Issues a challenge and its encrypted form, which the browser returns with the answer. Nothing is stored until it is
 * answered, so that requests without credentials store nothing.
 */
export function issueChallenge(
  { environment, secrets }: ChallengePorts,
  whom: string,
): { readonly challenge: string; readonly sealed: string } {
  const challenge = randomSecret(environment);
  const endsAt = environment.now().getTime() + LIFETIME_MS;
  const issued: Challenge = { challenge, for: whom, endsAt };
  return { challenge, sealed: secrets.seal(JSON.stringify(issued), PLACE) };
}

/** Undefined if it was not issued here for `whom`, or has expired. */
export function openChallenge(
  { environment, secrets }: ChallengePorts,
  sealed: string,
  whom: string,
): Challenge | undefined {
  try {
    const opened: unknown = JSON.parse(secrets.open(sealed, PLACE));
    const issued = challengeSchema.safeParse(opened);
    const isValid =
      issued.success && issued.data.for === whom && issued.data.endsAt > environment.now().getTime();
    return isValid ? issued.data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns false if the challenge was answered before. */
export async function useChallenge(
  { usedChallenges }: Transaction<PasskeyRecords>,
  { environment }: Pick<ChallengePorts, "environment">,
  { challenge, endsAt }: Challenge,
): Promise<boolean> {
  await usedChallenges.removeExpired(environment.now());
  return usedChallenges.use(digestOf(challenge), new Date(endsAt));
}
