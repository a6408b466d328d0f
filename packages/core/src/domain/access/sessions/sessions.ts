import { DomainError } from "../../domain-error.ts";
import type { Database, Environment, Transaction } from "../../ports.ts";
import type { Caller, Member } from "../model/caller.ts";
import type { Organization, Session } from "../model/credential.ts";
import { isEmail } from "../model/email.ts";
import { findOrInsertUser } from "../keys/first-credentials.ts";
import type { OrganizationRecords } from "../model/organization-ports.ts";
import { memberWhoMay } from "../model/policy.ts";
import {
  findSession,
  isAlive,
  isBound,
  memberOfSession,
  sessionEnded,
  type SessionLife,
} from "./session-member.ts";
import { startSession, type SignedIn, type Visitor } from "./start-session.ts";
import type { SessionRecords, TokenRecords } from "../model/token-ports.ts";
import type { UserRecords } from "../model/user-ports.ts";
import type { User } from "../model/user.ts";

/** A user as confirmed by the identity provider. */
export interface Identity {
  readonly email: string;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

/** The signed-in user and the organizations that the session can act in. */
export interface SessionView {
  /** Undefined for a service account. */
  readonly user: User | undefined;
  /** The chosen organization; undefined until one is chosen. */
  readonly organization: Organization | undefined;
  readonly organizations: readonly Organization[];
}

/** Browser sessions of users. */
export interface Sessions {
  /**
   * Starts a session for the user with the verified e-mail address, who must be a member of an organization. Users
   * with an address in the trusted domain become members of the configured organization.
   *
   * @throws DomainError `FORBIDDEN`.
   */
  signIn(identity: Identity, visitor: Visitor): Promise<SignedIn>;
  /** Ends a session; does nothing if it does not exist. */
  signOut(secret: string): Promise<void>;
  /** @throws DomainError `UNAUTHENTICATED`. */
  view(secret: string): Promise<SessionView>;
  /**
   * Chooses an organization by its name or id.
   *
   * @throws DomainError `UNAUTHENTICATED`, or `FORBIDDEN` if the user is not a member.
   */
  choose(secret: string, organization: string): Promise<SessionView>;
  /**
   * The sessions of the caller's user in the organization, newest first; none for a service account.
   *
   * @throws DomainError `FORBIDDEN` for an extraction key.
   */
  list(caller: Caller): Promise<readonly Session[]>;
  /**
   * Ends one of the caller's sessions and returns it.
   *
   * @throws DomainError `FORBIDDEN` for an extraction key, `NOT_FOUND`.
   */
  revoke(caller: Caller, id: string): Promise<Session>;
}

export interface SessionRules {
  readonly sessionSeconds: number;
  /** Seconds without a request after which a session ends. */
  readonly idleSeconds: number;
  /** Undefined if no identity provider is configured. */
  readonly identities: IdentityRules | undefined;
}

export interface IdentityRules {
  /** Users in this e-mail domain become members when they sign in; if undefined, only existing members can sign in. */
  readonly memberDomain: string | undefined;
  /** The name of the organization that they become members of. */
  readonly organization: string;
}

interface SessionPorts extends SessionLife {
  readonly database: Database<SessionRecords & TokenRecords & UserRecords & OrganizationRecords>;
}

export function createSessions(
  ports: SessionPorts,
  { sessionSeconds, identities }: Pick<SessionRules, "identities" | "sessionSeconds">,
): Sessions {
  const { database } = ports;
  return {
    async signIn(identity, visitor) {
      if (!identities) throw signInRefused("No identity provider is configured.");
      return database.transaction((records) =>
        begin(records, { ...ports, ...identities, sessionSeconds }, { identity, visitor }),
      );
    },

    async signOut(secret) {
      const session = await findSession(ports, secret);
      if (session) await database.transaction(({ sessions }) => sessions.remove(session.id));
    },

    view: async (secret) => viewOf(ports, await validSession(ports, secret)),

    async choose(secret, name) {
      const session = await validSession(ports, secret);
      const { organizations } = await viewOf(ports, session);
      const chosen = organizations.find(({ id, slug }) => id === name || slug === name);
      if (!chosen) throw new DomainError("FORBIDDEN", "You do not belong to this organization.");
      const organizationId = chosen.id;
      await database.transaction(({ sessions }) => sessions.update(session.id, { organizationId }));
      return viewOf(ports, { ...session, organizationId });
    },

    list: async (caller) => sessionsOf(ports, memberWhoMay(caller, "see sessions")),

    async revoke(caller, id) {
      const revoked = (await sessionsOf(ports, memberWhoMay(caller, "end sessions"))).find(
        (session) => session.id === id,
      );
      if (!revoked) throw new DomainError("NOT_FOUND", "There is no such session.", { field: "sessionId" });
      await database.transaction(({ sessions }) => sessions.remove(id));
      return revoked;
    },
  };
}

async function sessionsOf(
  ports: SessionPorts,
  { organizationId, userId }: Member,
): Promise<readonly Session[]> {
  if (userId === null) return [];
  const sessions = await ports.database.records.sessions.listOfMember(organizationId, userId);
  return sessions.filter((session) => isAlive(ports, session));
}

interface Beginning extends SessionPorts, IdentityRules {
  readonly sessionSeconds: number;
}

async function begin(
  records: Transaction<SessionRecords & UserRecords & OrganizationRecords>,
  rules: Beginning,
  { identity, visitor }: { readonly identity: Identity; readonly visitor: Visitor },
): Promise<SignedIn> {
  const { email, emailVerified, name } = identity;
  if (!emailVerified) throw signInRefused("Your e-mail address is not verified.");
  const { environment, memberDomain, organization } = rules;
  if (isOfDomain(email, memberDomain))
    await ensureMember(records, environment, { email, name, organization });
  const user = await records.users.findByEmail(email.toLowerCase());
  const [membership, ...others] = user ? await records.memberships.listOfUser(user.id) : [];
  if (!user?.active || !membership) throw signInRefused("Ask a manager of your organization to add you.");
  const organizationId = others.length === 0 ? membership.organizationId : null;
  return startSession(records, rules, { userId: user.id, organizationId, way: "openid_connect", visitor });
}

async function ensureMember(
  records: Transaction<UserRecords & OrganizationRecords>,
  environment: Environment,
  person: Pick<Identity, "email" | "name"> & { readonly organization: string },
): Promise<void> {
  const organization = await records.organizations.findBySlug(person.organization);
  if (!organization) return;
  const user = await findOrInsertUser(records, environment, person);
  if ((await records.memberships.listOfUser(user.id)).length > 0) return;
  const createdAt = environment.now();
  const membership = { organizationId: organization.id, userId: user.id, role: "member", createdAt } as const;
  await records.memberships.put(membership);
}

function isOfDomain(email: string, domain: string | undefined): boolean {
  return domain !== undefined && isEmail(email) && email.toLowerCase().endsWith(`@${domain.toLowerCase()}`);
}

async function validSession(ports: SessionPorts, secret: string): Promise<Session> {
  const session = await findSession(ports, secret);
  if (!session) throw sessionEnded();
  return session;
}

async function viewOf(ports: SessionPorts, session: Session): Promise<SessionView> {
  const { records } = ports.database;
  const { organizationId: chosen, userId } = session;
  if (isBound(session)) {
    const member = chosen === null ? undefined : await memberOfSession(ports, session, chosen);
    if (!member) throw sessionEnded();
  }
  const user = userId === null ? undefined : await records.users.find(userId);
  if (userId !== null && !user?.active) throw sessionEnded();
  const ids =
    isBound(session) || userId === null
      ? [chosen]
      : (await records.memberships.listOfUser(userId)).map(({ organizationId }) => organizationId);
  const found = await Promise.all(
    ids.map(async (id) => (id === null ? undefined : records.organizations.find(id))),
  );
  const organizations = found.flatMap((organization) => organization ?? []);
  return { user, organization: organizations.find(({ id }) => id === chosen), organizations };
}

function signInRefused(reason: string): DomainError {
  return new DomainError("FORBIDDEN", reason);
}
