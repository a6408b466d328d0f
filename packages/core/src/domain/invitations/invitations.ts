import type { Caller, Member } from "../access/model/caller.ts";
import type { Organization } from "../access/model/credential.ts";
import { isEmail } from "../access/model/email.ts";
import { findBySecret } from "../access/keys/find-by-secret.ts";
import { assertPersonName, findOrInsertUser } from "../access/keys/first-credentials.ts";
import type { OrganizationRecords } from "../access/model/organization-ports.ts";
import { memberWhoMay } from "../access/model/policy.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import { randomSecret, startSession, type SignedIn, type Visitor } from "../access/sessions/start-session.ts";
import type { SessionRecords } from "../access/model/token-ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { Role, User } from "../access/model/user.ts";
import { DomainError } from "../domain-error.ts";
import type { Mailer } from "../notices/mailer.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { Invitation, InvitationRecords } from "./invitation.ts";

export interface InvitationRequest {
  readonly email: string;
  readonly role: Role;
  /** The address of the link with this secret. */
  readonly linkOf: (secret: string) => string;
}

export interface IssuedInvitation {
  readonly invitation: Invitation;
  /** Returned once: only the digest of its secret is stored. */
  readonly link: string;
  /** Whether the link was sent to the address. */
  readonly emailed: boolean;
}

/** What the holder of a link learns before accepting it. */
export interface ReceivedInvitation {
  readonly invitation: Invitation;
  readonly organization: Organization;
  /** Undefined for a service account. */
  readonly invitedBy: User | undefined;
}

/** Links by which managers invite people to their organization. */
export interface Invitations {
  /**
   * Newest first.
   *
   * @throws DomainError `FORBIDDEN` unless the caller is a manager.
   */
  list(caller: Caller): Promise<readonly Invitation[]>;
  /**
   * Issues a link that makes its holder a member once, within 7 days, and sends it by e-mail if a mail server is
   * configured. It replaces an earlier invitation of the address.
   *
   * @throws DomainError `FORBIDDEN` unless the caller is a manager; `BAD_INPUT`; `CONFLICT` if the address is a
   * member's.
   */
  invite(caller: Caller, request: InvitationRequest): Promise<IssuedInvitation>;
  /** @throws DomainError `FORBIDDEN` unless the caller is a manager; `NOT_FOUND`. */
  revoke(caller: Caller, id: string): Promise<Invitation>;
  /** @throws DomainError `UNAUTHENTICATED` if the invitation is unknown, used, revoked or expired. */
  received(secret: string): Promise<ReceivedInvitation>;
  /**
   * Makes the user of the address a member and signs in.
   *
   * @param person.name the name of a new user.
   * @throws DomainError `UNAUTHENTICATED` as `received`; `FORBIDDEN` if the user is deactivated; `BAD_INPUT`.
   */
  accept(
    person: { readonly secret: string; readonly name?: string | undefined },
    visitor: Visitor,
  ): Promise<SignedIn>;
}

interface InvitationPorts {
  readonly database: Database<InvitationRecords & UserRecords & SessionRecords & OrganizationRecords>;
  readonly environment: Environment;
  readonly sessionSeconds: number;
  readonly mailer?: Mailer | undefined;
  /** Receives the error of a message that could not be sent. */
  readonly mailFailed?: ((error: unknown) => void) | undefined;
}

const LIFETIME_MS = 7 * 24 * 60 * 60_000;

export function createInvitations(ports: InvitationPorts): Invitations {
  const { database, environment } = ports;
  return {
    async list(caller) {
      const { organizationId } = memberWhoMay(caller, "see invitations");
      const invitations = await database.records.invitations.list(organizationId);
      return invitations.filter(({ expiresAt }) => expiresAt > environment.now());
    },
    async invite(caller, request) {
      const { invitation, secret } = await issue(ports, memberWhoMay(caller, "manage invitations"), request);
      const link = request.linkOf(secret);
      return { invitation, link, emailed: await emailed(ports, invitation, link) };
    },
    async revoke(caller, id) {
      const { organizationId } = memberWhoMay(caller, "manage invitations");
      return database.transaction(async ({ invitations }) => {
        const found = (await invitations.list(organizationId)).find((one) => one.id === id);
        if (!found)
          throw new DomainError("NOT_FOUND", "There is no such invitation.", { field: "invitationId" });
        await invitations.remove(id);
        return found;
      });
    },
    received: (secret) => received(ports, secret),
    accept: (person, visitor) => accept(ports, person, visitor),
  };
}

async function issue(
  { database, environment }: InvitationPorts,
  { organizationId, userId }: Member,
  { email: given, role }: InvitationRequest,
): Promise<{ readonly invitation: Invitation; readonly secret: string }> {
  if (!isEmail(given)) throw badInput("email", "expected an e-mail address");
  const secret = randomSecret(environment);
  const createdAt = environment.now();
  const email = given.toLowerCase();
  const invitation: Invitation = {
    id: environment.uuid(),
    digest: digestOf(secret),
    organizationId,
    email,
    role,
    invitedBy: userId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
  };
  await database.transaction(async ({ invitations, memberships, users }) => {
    await memberships.lock(organizationId);
    const user = await users.findByEmail(email);
    if (user && (await memberships.find(organizationId, user.id))) {
      throw new DomainError("CONFLICT", `${email} is already a member.`, { field: "email" });
    }
    await invitations.removeExpired(createdAt);
    await invitations.put(invitation);
  });
  return { invitation, secret };
}

async function emailed(
  { database, mailer, mailFailed }: InvitationPorts,
  { email, organizationId }: Invitation,
  link: string,
): Promise<boolean> {
  if (!mailer) return false;
  const organization = await database.records.organizations.find(organizationId);
  const subject = `Invitation to ${organization?.slug ?? "an organization"} on Galley`;
  const text = `Open this link to join. It works once, within 7 days:\n\n${link}\n`;
  try {
    await mailer.send({ to: email, subject, text });
    return true;
  } catch (error) {
    mailFailed?.(error);
    return false;
  }
}

async function received(
  { database: { records }, environment }: InvitationPorts,
  secret: string,
): Promise<ReceivedInvitation> {
  const found = await findBySecret(records.invitations, secret);
  const invitation = await valid(records, found, environment.now());
  const organization = await records.organizations.find(invitation.organizationId);
  if (!organization) throw notValid();
  const { invitedBy: by } = invitation;
  return { invitation, organization, invitedBy: by === null ? undefined : await records.users.find(by) };
}

async function accept(
  ports: InvitationPorts,
  { secret, name }: { readonly secret: string; readonly name?: string | undefined },
  visitor: Visitor,
): Promise<SignedIn> {
  const { database, environment } = ports;
  assertPersonName(name);
  return database.transaction(async (records) => {
    const now = environment.now();
    const invitation = await valid(records, await records.invitations.take(digestOf(secret)), now);
    const { organizationId, email, role } = invitation;
    await records.memberships.lock(organizationId);
    const user = await findOrInsertUser(records, environment, { email, name });
    if (!user.active) throw new DomainError("FORBIDDEN", "This user is deactivated. Ask a manager.");
    if (!(await records.memberships.find(organizationId, user.id))) {
      await records.memberships.put({ organizationId, userId: user.id, role, createdAt: now });
    }
    return startSession(records, ports, { userId: user.id, organizationId, way: "invitation", visitor });
  });
}

/** An invitation of somebody who is no longer an active manager is not valid. */
async function valid(
  { users, memberships }: Transaction<UserRecords>,
  invitation: Invitation | undefined,
  now: Date,
): Promise<Invitation> {
  if (!invitation || invitation.expiresAt <= now) throw notValid();
  const { organizationId, invitedBy } = invitation;
  if (invitedBy === null) return invitation;
  const [user, membership] = [await users.find(invitedBy), await memberships.find(organizationId, invitedBy)];
  if (user?.active && membership?.role === "manager") return invitation;
  throw notValid();
}

function notValid(): DomainError {
  return new DomainError(
    "UNAUTHENTICATED",
    "This invitation is not valid: it can be used once, within 7 days. Ask a manager for a new one.",
  );
}

function badInput(field: string, expected: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${expected}`, { field });
}
