import { DomainError } from "../domain-error.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { OrganizationRecords } from "./organization-ports.ts";
import type { SessionRecords } from "./token-ports.ts";
import type { UserRecords } from "./user-ports.ts";
import type { Organization, Session } from "./credential.ts";
import { isEmail } from "./email.ts";
import { findOrInsertUser } from "./first-credentials.ts";
import { digestOf } from "./secret-digest.ts";
import { findSession } from "./session-member.ts";
import type { Membership, User } from "./user.ts";

/** A user as confirmed by the identity provider. */
export interface Identity {
  readonly email: string;
  /** Whether the provider has verified the address. */
  readonly emailVerified: boolean;
  readonly name: string | undefined;
}

/** A session with its secret, which is returned once: only its digest is stored. */
export interface SignedIn {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** The signed-in user and their organizations. */
export interface SessionView {
  readonly user: User;
  /** The chosen organization; undefined until one is chosen. */
  readonly organization: Organization | undefined;
  readonly organizations: readonly { readonly organization: Organization; readonly membership: Membership }[];
}

/** Browser sessions of users. */
export interface Sessions {
  /**
   * Starts a session for the user with the verified e-mail address, who must be a member of an organization. Users
   * with an address in the trusted domain become members of the configured organization.
   *
   * @throws DomainError `FORBIDDEN`.
   */
  signIn(identity: Identity): Promise<SignedIn>;
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
}

export interface SessionRules {
  readonly sessionSeconds: number;
  /** Users in this e-mail domain become members when they sign in; if undefined, only existing members can sign in. */
  readonly memberDomain: string | undefined;
  /** The name of the organization that they become members of. */
  readonly organization: string;
}

interface SessionPorts {
  readonly database: Database<SessionRecords & UserRecords & OrganizationRecords>;
  readonly environment: Environment;
}

/** Too long to be guessed. */
const SECRET_BYTES = 32;

export function createSessions(ports: SessionPorts, rules: SessionRules | undefined): Sessions {
  const { database } = ports;
  return {
    async signIn(identity) {
      if (!rules) throw signInRefused("Signing in is not enabled.");
      return database.transaction((records) => begin(records, { ...ports, rules }, identity));
    },

    async signOut(secret) {
      const session = await findSession(ports, secret);
      if (session) await database.transaction(({ sessions }) => sessions.remove(session.id));
    },

    view: async (secret) => viewOf(ports, await validSession(ports, secret)),

    async choose(secret, name) {
      const session = await validSession(ports, secret);
      const { organizations } = await viewOf(ports, session);
      const chosen = organizations.find(({ organization: { id, slug } }) => id === name || slug === name);
      if (!chosen) throw new DomainError("FORBIDDEN", "You do not belong to this organization.");
      const organizationId = chosen.organization.id;
      await database.transaction(({ sessions }) => sessions.update(session.id, { organizationId }));
      return viewOf(ports, { ...session, organizationId });
    },
  };
}

interface Beginning extends SessionPorts {
  readonly rules: SessionRules;
}

async function begin(
  records: Transaction<SessionRecords & UserRecords & OrganizationRecords>,
  { environment, rules }: Beginning,
  { email, emailVerified, name }: Identity,
): Promise<SignedIn> {
  if (!emailVerified) throw signInRefused("Your e-mail address is not verified.");
  const now = environment.now();
  if (isOfDomain(email, rules.memberDomain)) {
    await ensureMember(records, environment, { email, name, organization: rules.organization });
  }
  const user = await records.users.findByEmail(email.toLowerCase());
  const [membership, ...others] = user ? await records.memberships.listOfUser(user.id) : [];
  if (!user?.active || !membership) throw signInRefused("Ask a manager of your organization to add you.");
  const secret = Buffer.from(environment.randomBytes(SECRET_BYTES)).toString("base64url");
  const expiresAt = new Date(now.getTime() + rules.sessionSeconds * 1000);
  await records.sessions.removeExpired(now);
  await records.sessions.insert({
    id: environment.uuid(),
    digest: digestOf(secret),
    userId: user.id,
    organizationId: others.length === 0 ? membership.organizationId : null,
    createdAt: now,
    expiresAt,
  });
  return { secret, expiresAt };
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
  if (!session) throw new DomainError("UNAUTHENTICATED", "The session has ended. Sign in again.");
  return session;
}

async function viewOf({ database: { records } }: SessionPorts, session: Session): Promise<SessionView> {
  const user = await records.users.find(session.userId);
  if (!user?.active) throw new DomainError("UNAUTHENTICATED", "The session has ended. Sign in again.");
  const memberships = await records.memberships.listOfUser(user.id);
  const found = await Promise.all(
    memberships.map(async (membership) => ({
      membership,
      organization: await records.organizations.find(membership.organizationId),
    })),
  );
  const organizations = found.flatMap(({ membership, organization }) =>
    organization ? [{ membership, organization }] : [],
  );
  const chosen = organizations.find(({ organization }) => organization.id === session.organizationId);
  return { user, organization: chosen?.organization, organizations };
}

function signInRefused(reason: string): DomainError {
  return new DomainError("FORBIDDEN", reason);
}
