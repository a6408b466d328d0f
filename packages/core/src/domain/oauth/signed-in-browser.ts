import { findSession, memberOfSession, type SessionLife } from "../access/sessions/session-member.ts";
import { DomainError } from "../domain-error.ts";
import type { Database } from "../ports.ts";
import type { SessionRecords, TokenRecords } from "../access/model/token-ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { OAuthGrant } from "./oauth-grant.ts";

/**
 * Checks that the browser belongs to the member who started the flow. Otherwise anybody could be lured there by a
 * link and would give their credentials to that member. A flow started by a service account can be completed by any
 * member of its organization.
 *
 * @param session the secret of the browser's session; undefined if it has none.
 * @throws DomainError `UNAUTHENTICATED` without a session, `FORBIDDEN` if it is another user's.
 */
export async function assertBrowserOf(
  ports: SessionLife & { readonly database: Database<SessionRecords & TokenRecords & UserRecords> },
  { organizationId, userId }: OAuthGrant,
  session: string | undefined,
): Promise<void> {
  const found = session === undefined ? undefined : await findSession(ports, session);
  if (!found) throw new DomainError("UNAUTHENTICATED", "Sign in first.");
  const member = await memberOfSession(ports, found, organizationId);
  if (!member || (userId !== null && member.userId !== userId)) {
    throw new DomainError("FORBIDDEN", "Sign in as the member who requested these credentials.");
  }
}
