import { findSession, memberOfSession } from "../access/session-member.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment } from "../ports.ts";
import type { SessionRecords } from "../access/token-ports.ts";
import type { UserRecords } from "../access/user-ports.ts";
import type { OAuthGrant } from "./oauth-grant.ts";

/**
 * Sees to it that the browser which goes to a provider is the member's who began. Anybody else could be led there by a
 * link, and would give their credentials to the member who made it. What a service account began, any member of its
 * organization may carry out.
 *
 * @param session the secret of the browser's session; undefined where it has none.
 * @throws DomainError `UNAUTHENTICATED` without a session, `FORBIDDEN` when it is another person's.
 */
export async function assertBrowserOf(
  ports: { readonly database: Database<SessionRecords & UserRecords>; readonly environment: Environment },
  { organizationId, userId }: OAuthGrant,
  session: string | undefined,
): Promise<void> {
  const found = session === undefined ? undefined : await findSession(ports, session);
  if (!found) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const member = await memberOfSession(ports, found, organizationId);
  if (!member || (userId !== null && member.userId !== userId)) {
    throw new DomainError("FORBIDDEN", "Sign in as the member who asked for these credentials.");
  }
}
