import { DomainError } from "../domain-error.ts";
import type { Environment, SecretPlace } from "../ports.ts";
import type { OAuthGrant } from "./oauth-grant.ts";

/** @throws DomainError `EXPIRED`, with the same message for an unknown and an expired grant. */
export function holding(
  { environment }: { readonly environment: Environment },
  grant: OAuthGrant | undefined,
  backend: string,
): OAuthGrant {
  if (!grant || grant.backend !== backend || grant.expiresAt <= environment.now()) throw expired();
  return grant;
}

export function expired(): DomainError {
  return new DomainError("EXPIRED", "Timed out. Please re-authenticate.");
}

export function placeOf(
  { id, organizationId }: OAuthGrant,
  column: "sealed_proof" | "sealed_credentials",
): SecretPlace {
  return { organizationId, table: "oauth_grant", row: id, column };
}
