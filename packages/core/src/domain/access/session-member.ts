import { DomainError } from "../domain-error.ts";
import type { Database, Environment } from "../ports.ts";
import type { SessionRecords } from "./token-ports.ts";
import type { UserRecords } from "./user-ports.ts";
import type { Member } from "./caller.ts";
import type { Session } from "./credential.ts";
import { findBySecret } from "./find-by-secret.ts";

interface SessionPorts {
  readonly database: Database<SessionRecords & UserRecords>;
  readonly environment: Environment;
}

/** The session of a secret; undefined if there is none or it has expired. */
export async function findSession(
  { database, environment }: SessionPorts,
  secret: string,
): Promise<Session | undefined> {
  const session = await findBySecret(database.records.sessions, secret);
  return session && session.expiresAt > environment.now() ? session : undefined;
}

/** The member that a session acts as in an organization; undefined if the user is not a member. */
export async function memberOfSession(
  { database: { records } }: SessionPorts,
  { id, userId }: Session,
  organizationId: string,
): Promise<Member | undefined> {
  const [user, membership] = await Promise.all([
    records.users.find(userId),
    records.memberships.find(organizationId, userId),
  ]);
  if (!user?.active || !membership) return undefined;
  return { kind: "session", id, organizationId, tier: "full_access", userId, role: membership.role };
}

/**
 * The member that a session acts as in the chosen organization.
 *
 * @throws DomainError `UNAUTHENTICATED`, or `FORBIDDEN` if the user belongs to no organization or has chosen none.
 */
export async function sessionMember(ports: SessionPorts, secret: string): Promise<Member> {
  const session = await findSession(ports, secret);
  if (!session) throw new DomainError("UNAUTHENTICATED", "The session has ended. Sign in again.");
  const { organizationId } = session;
  const member = organizationId && (await memberOfSession(ports, session, organizationId));
  if (!member)
    throw new DomainError("FORBIDDEN", "No organization is chosen. Choose one that you belong to.");
  return member;
}
