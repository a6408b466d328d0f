import type { Environment, Transaction } from "../../ports.ts";
import type { KeyRecords } from "../model/key-ports.ts";
import type { OrganizationRecords } from "../model/organization-ports.ts";
import type { TokenRecords } from "../model/token-ports.ts";
import type { UserRecords } from "../model/user-ports.ts";
import { assertName, isBlank, receivedName } from "../../names.ts";
import { maskedKey, maskedToken } from "./key-secret.ts";
import { digestOf } from "./secret-digest.ts";
import type { User } from "../model/user.ts";

/** What the first start creates. */
export interface FirstCredentials {
  readonly organization: string;
  /** The e-mail address of the organization's first manager, for whom the access token acts. */
  readonly managerEmail: string;
  readonly extractionKey: string;
  readonly accessToken: string;
}

export async function insertFirst(
  records: Transaction<OrganizationRecords & UserRecords & KeyRecords & TokenRecords>,
  credentials: FirstCredentials,
  environment: Environment,
): Promise<void> {
  const organizationId = environment.uuid();
  const createdAt = environment.now();
  const common = { organizationId, description: "Created by the first start", createdAt };
  await records.organizations.insert({ id: organizationId, slug: credentials.organization, createdAt });
  const manager = await findOrInsertUser(records, environment, { email: credentials.managerEmail });
  await records.memberships.put({ organizationId, userId: manager.id, role: "manager", createdAt });
  await records.extractionKeys.insert({
    ...common,
    id: environment.uuid(),
    digest: digestOf(credentials.extractionKey),
    masked: maskedKey(credentials.extractionKey),
    pagesPerDay: null,
    pagesPerMonth: null,
    requestsPerMinute: null,
    rotatedAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
  await records.accessTokens.insert({
    ...common,
    id: environment.uuid(),
    userId: manager.id,
    name: "First token",
    digest: digestOf(credentials.accessToken),
    masked: maskedToken(credentials.accessToken),
    tier: "full_access",
    active: true,
    updatedAt: createdAt,
    lastUsedAt: null,
  });
}

/** The user with an e-mail address, created if there is none. The default name is the local part of the address. */
export async function findOrInsertUser(
  { users }: Pick<UserRecords, "users">,
  environment: Environment,
  person: { readonly email: string; readonly name?: string | undefined },
): Promise<User> {
  const email = person.email.toLowerCase();
  const name = receivedName(person.name ?? "", MAX_NAME_LENGTH) ?? email.replace(/@.*$/, "");
  const user = { id: environment.uuid(), email, name, active: true, createdAt: environment.now() };
  const known =
    (await users.findByEmail(email)) ?? (await users.insert(user)) ?? (await users.findByEmail(email));
  if (!known) throw new TypeError(`The user ${email} neither exists nor can be created.`);
  return known;
}

const MAX_NAME_LENGTH = 128;

/**
 * A blank name counts as none.
 *
 * @throws DomainError `BAD_INPUT` if a caller gives a name that a person cannot have.
 */
export function assertPersonName(name = ""): void {
  if (!isBlank(name)) assertName(name, MAX_NAME_LENGTH);
}
