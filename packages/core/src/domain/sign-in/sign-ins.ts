import { findBySecret } from "../access/keys/find-by-secret.ts";
import type { OrganizationRecords } from "../access/model/organization-ports.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import { randomSecret, startSession, type SignedIn, type Visitor } from "../access/sessions/start-session.ts";
import { memberOfToken, useToken } from "../access/tokens/token-member.ts";
import type { SessionRecords, TokenRecords } from "../access/model/token-ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { User } from "../access/model/user.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment } from "../ports.ts";
import type { SignInLinkRecords } from "./sign-in-link.ts";

/** The user that a sign-in link signs in. */
export interface SignInLinkRequest {
  /** The organization's name. */
  readonly organization: string;
  /** A member's e-mail address; undefined means a manager. */
  readonly email?: string | undefined;
  /** The manager who is preferred if `email` is undefined. */
  readonly managerEmail: string;
}

/** A sign-in link with its secret, which is returned once: only its digest is stored. */
export interface IssuedSignInLink {
  readonly secret: string;
  readonly user: User;
  readonly expiresAt: Date;
}

/** Signing in without an identity provider. */
export interface SignIns {
  /**
   * Issues a link that signs a member in once, within 15 minutes. For the operator: nobody's permissions are checked.
   *
   * @throws DomainError `NOT_FOUND` if there is no such active member, or no active manager.
   */
  issueLink(request: SignInLinkRequest): Promise<IssuedSignInLink>;
  /** @throws DomainError `UNAUTHENTICATED` if the link is unknown, used or expired. */
  withLink(secret: string, visitor: Visitor): Promise<SignedIn>;
  /**
   * Exchanges an access token for a session that allows no more than the token and ends with it.
   *
   * @throws DomainError `UNAUTHENTICATED` if the token is unknown or no longer valid.
   */
  withAccessToken(secret: string, visitor: Visitor): Promise<SignedIn>;
}

export interface SignInPorts {
  readonly database: Database<
    SignInLinkRecords & SessionRecords & TokenRecords & UserRecords & OrganizationRecords
  >;
  readonly environment: Environment;
  readonly sessionSeconds: number;
}

const LINK_LIFETIME_MS = 15 * 60_000;

export function createSignIns(ports: SignInPorts): SignIns {
  return {
    issueLink: (request) => issueLink(ports, request),
    withLink: (secret, visitor) => withLink(ports, secret, visitor),
    withAccessToken: (secret, visitor) => withAccessToken(ports, secret, visitor),
  };
}

async function issueLink(
  { database, environment }: SignInPorts,
  request: SignInLinkRequest,
): Promise<IssuedSignInLink> {
  const { user, organizationId } = await memberFor(database, request);
  const secret = randomSecret(environment);
  const createdAt = environment.now();
  const expiresAt = new Date(createdAt.getTime() + LINK_LIFETIME_MS);
  const link = {
    id: environment.uuid(),
    digest: digestOf(secret),
    organizationId,
    userId: user.id,
    createdAt,
    expiresAt,
  };
  await database.transaction(async ({ signInLinks }) => {
    await signInLinks.removeExpired(createdAt);
    await signInLinks.insert(link);
  });
  return { secret, user, expiresAt };
}

async function memberFor(
  { records }: SignInPorts["database"],
  { organization: slug, email, managerEmail }: SignInLinkRequest,
): Promise<{ readonly user: User; readonly organizationId: string }> {
  const organization = await records.organizations.findBySlug(slug);
  if (!organization) throw noMember(`There is no organization ${slug}.`);
  const memberships = await records.memberships.list(organization.id);
  const managers = new Set(memberships.flatMap(({ role, userId }) => (role === "manager" ? [userId] : [])));
  const users = (await records.users.listByIds(memberships.map(({ userId }) => userId)))
    .filter(({ active }) => active)
    .toSorted((one, other) => one.number - other.number);
  const called = (address: string): User | undefined =>
    users.find((user) => user.email === address.toLowerCase());
  const preferred = called(email ?? managerEmail);
  const user =
    email !== undefined || (preferred && managers.has(preferred.id))
      ? preferred
      : users.find(({ id }) => managers.has(id));
  if (user) return { user, organizationId: organization.id };
  throw noMember(
    email === undefined
      ? `The organization ${slug} has no active manager.`
      : `The organization ${slug} has no active member with the address ${email}.`,
  );
}

function withLink(ports: SignInPorts, secret: string, visitor: Visitor): Promise<SignedIn> {
  const { database, environment } = ports;
  return database.transaction(async (records) => {
    const link = await records.signInLinks.take(digestOf(secret));
    const isValid = link && link.expiresAt > environment.now();
    const [user, membership] = isValid
      ? [
          await records.users.find(link.userId),
          await records.memberships.find(link.organizationId, link.userId),
        ]
      : [];
    if (!link || !user?.active || !membership) {
      throw new DomainError(
        "UNAUTHENTICATED",
        "This sign-in link is not valid: it can be used once, within 15 minutes. Run galley sign-in for a new one.",
      );
    }
    const { organizationId, userId } = link;
    return startSession(records, ports, { userId, organizationId, way: "link", visitor });
  });
}

async function withAccessToken(ports: SignInPorts, secret: string, visitor: Visitor): Promise<SignedIn> {
  const { database, environment } = ports;
  const token = await findBySecret(database.records.accessTokens, secret);
  const member = token && (await memberOfToken(database.records, token));
  if (!member) throw new DomainError("UNAUTHENTICATED", "The access token is not valid.");
  await useToken(database, token, environment.now());
  const { userId, organizationId } = member;
  const facts = { userId, organizationId, way: "access_token", accessTokenId: token.id, visitor } as const;
  return database.transaction((records) => startSession(records, ports, facts));
}

function noMember(message: string): DomainError {
  return new DomainError("NOT_FOUND", message, { field: "email" });
}
