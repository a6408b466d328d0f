import { DomainError } from "../../domain-error.ts";
import type { Database, Environment } from "../../ports.ts";
import { memberOfToken } from "../tokens/token-member.ts";
import type { SessionRecords, TokenRecords } from "../model/token-ports.ts";
import type { UserRecords } from "../model/user-ports.ts";
import type { Member } from "../model/caller.ts";
import type { Session } from "../model/credential.ts";
import { findBySecret } from "../keys/find-by-secret.ts";

const MINUTE_MS = 60_000;

/** When sessions end that nobody ended. */
export interface SessionLife {
  readonly environment: Environment;
  /** Seconds without a request after which a session ends. */
  readonly sessionIdleSeconds: number;
}

interface SessionPorts extends SessionLife {
  readonly database: Database<SessionRecords & TokenRecords & UserRecords>;
}

/** The session of a secret; undefined if there is none or it has expired. */
export async function findSession(ports: SessionPorts, secret: string): Promise<Session | undefined> {
  const session = await findBySecret(ports.database.records.sessions, secret);
  return session && isAlive(ports, session) ? session : undefined;
}

export function isAlive(
  { environment, sessionIdleSeconds }: SessionLife,
  { expiresAt, lastUsedAt }: Session,
): boolean {
  const now = environment.now();
  return expiresAt > now && lastUsedAt.getTime() + sessionIdleSeconds * 1000 > now.getTime();
}

/** The member that a session acts as in an organization; undefined if the session cannot act there. */
export async function memberOfSession(
  { database: { records } }: Pick<SessionPorts, "database">,
  session: Session,
  organizationId: string,
): Promise<Member | undefined> {
  const { id, userId, accessTokenId } = session;
  if (isBound(session) && session.organizationId !== organizationId) return undefined;
  if (accessTokenId !== null) {
    const token = await records.accessTokens.find(accessTokenId);
    const member = token && (await memberOfToken(records, token));
    return member && { ...member, kind: "session", id };
  }
  if (userId === null) return undefined;
  const [user, membership] = await Promise.all([
    records.users.find(userId),
    records.memberships.find(organizationId, userId),
  ]);
  if (!user?.active || !membership) return undefined;
  return { kind: "session", id, organizationId, tier: "full_access", userId, role: membership.role };
}

/**
 * Whether a session acts in one organization only. Managers can invite anybody's address, and so hold a link that signs
 * in as that user: it must not lead to the user's other organizations.
 */
export function isBound({ way }: Session): boolean {
  return way !== "openid_connect";
}

/** Records the use of a session, at most once a minute. */
export async function useSession(
  { database, environment }: Pick<SessionPorts, "database" | "environment">,
  session: Session,
): Promise<void> {
  const now = environment.now();
  if (now.getTime() - session.lastUsedAt.getTime() < MINUTE_MS) return;
  await database.transaction(({ sessions }) => sessions.update(session.id, { lastUsedAt: now }));
}

/**
 * The member that a session acts as in the chosen organization.
 *
 * @throws DomainError `UNAUTHENTICATED`, or `FORBIDDEN` if the user belongs to no organization or has chosen none.
 */
export async function sessionMember(ports: SessionPorts, secret: string): Promise<Member> {
  const session = await findSession(ports, secret);
  if (!session) throw sessionEnded();
  const { organizationId } = session;
  const member = organizationId && (await memberOfSession(ports, session, organizationId));
  if (!member && isBound(session)) throw sessionEnded();
  if (!member)
    throw new DomainError("FORBIDDEN", "No organization is chosen. Choose one that you belong to.");
  await useSession(ports, session);
  return member;
}

export function sessionEnded(): DomainError {
  return new DomainError("UNAUTHENTICATED", "The session has ended. Sign in again.");
}
