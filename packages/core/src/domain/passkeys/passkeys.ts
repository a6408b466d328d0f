import { createHash } from "node:crypto";
import type { Caller, Member } from "../access/model/caller.ts";
import { memberWhoMay, type Action } from "../access/model/policy.ts";
import { startSession, type SignedIn, type Visitor } from "../access/sessions/start-session.ts";
import type { SessionRecords } from "../access/model/token-ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import { DomainError } from "../domain-error.ts";
import { assertName } from "../names.ts";
import type { Database, Environment, SecretBox } from "../ports.ts";
import { issueChallenge, openChallenge, useChallenge } from "./challenge.ts";
import {
  relyingPartyOf,
  type PasskeyCeremonies,
  type PasskeyOptions,
  type RelyingParty,
} from "./passkey-ceremonies.ts";
import type { Passkey, PasskeyRecords } from "./passkey.ts";

/** A call of `navigator.credentials` that the browser is to make. */
export interface BegunCeremony {
  /** Returned with the browser's response. */
  readonly challenge: string;
  readonly options: PasskeyOptions;
}

/** The browser's response to a ceremony. */
export interface CeremonyAnswer {
  readonly challenge: string;
  readonly response: unknown;
}

/**
 * Passkeys of members, each for one organization. Every call of a caller throws DomainError `FORBIDDEN` unless the
 * policy allows it, and for service accounts. `siteUrl` is the address of the site that passkeys belong to, undefined if
 * it is not certain; a call throws DomainError `BAD_INPUT` if browsers allow no passkeys there.
 */
export interface Passkeys {
  /** Whether browsers allow passkeys at this address. */
  isAvailableAt(siteUrl: string | undefined): boolean;
  /** The caller's own, newest first; none for a service account. */
  list(caller: Caller): Promise<readonly Passkey[]>;
  beginAdding(caller: Caller, siteUrl: string | undefined): Promise<BegunCeremony>;
  /** @throws DomainError `BAD_INPUT`, `CONFLICT` if the passkey is already stored or there are too many. */
  add(
    caller: Caller,
    siteUrl: string | undefined,
    answer: CeremonyAnswer & { readonly name: string },
  ): Promise<Passkey>;
  /** @throws DomainError `BAD_INPUT`, `NOT_FOUND`. */
  rename(caller: Caller, id: string, name: string): Promise<Passkey>;
  /** @throws DomainError `NOT_FOUND`. */
  remove(caller: Caller, id: string): Promise<Passkey>;
  beginSignIn(siteUrl: string | undefined): Promise<BegunCeremony>;
  /** @throws DomainError `UNAUTHENTICATED` if the response is not valid, or the user is no active member. */
  signIn(siteUrl: string | undefined, answer: CeremonyAnswer, visitor: Visitor): Promise<SignedIn>;
}

export interface PasskeyPorts {
  readonly database: Database<PasskeyRecords & UserRecords & SessionRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly ceremonies: PasskeyCeremonies;
  readonly sessionSeconds: number;
}

const MAX_PASSKEYS = 20;
const MAX_NAME_LENGTH = 64;

export function createPasskeys(ports: PasskeyPorts): Passkeys {
  const { database } = ports;
  return {
    isAvailableAt: (siteUrl) => relyingPartyOf(siteUrl) !== undefined,
    async list(caller) {
      const { organizationId, userId } = memberWhoMay(caller, "see passkeys");
      return userId === null ? [] : database.records.passkeys.listOfMember(organizationId, userId);
    },
    async beginAdding(caller, siteUrl) {
      return beginAdding(ports, personWhoMay(caller, "manage passkeys"), siteUrl);
    },
    async add(caller, siteUrl, answer) {
      return add(ports, personWhoMay(caller, "manage passkeys"), { siteUrl, ...answer });
    },
    async rename(caller, id, name) {
      const passkey = await own(ports, caller, id);
      assertName(name, MAX_NAME_LENGTH);
      await database.transaction(({ passkeys }) => passkeys.update(id, { name }));
      return { ...passkey, name };
    },
    async remove(caller, id) {
      const passkey = await own(ports, caller, id);
      await database.transaction(({ passkeys }) => passkeys.remove(id));
      return passkey;
    },
    async beginSignIn(siteUrl) {
      const { challenge, sealed } = issueChallenge(ports, "");
      const options = await ports.ceremonies.requestOptions(partyAt(siteUrl), challenge);
      return { challenge: sealed, options };
    },
    signIn: (siteUrl, answer, visitor) => signIn(ports, { siteUrl, ...answer }, visitor),
  };
}

/** A member who is a person. */
type Person = Member & { readonly userId: string };

function personWhoMay(caller: Caller, action: Action): Person {
  const member = memberWhoMay(caller, action);
  const { userId } = member;
  if (userId !== null) return { ...member, userId };
  throw new DomainError("FORBIDDEN", "A service account has no passkeys.");
}

async function beginAdding(
  ports: PasskeyPorts,
  person: Person,
  siteUrl: string | undefined,
): Promise<BegunCeremony> {
  const { records } = ports.database;
  const { organizationId, userId } = person;
  const party = partyAt(siteUrl);
  const user = await records.users.find(userId);
  if (!user) throw new TypeError(`Unknown user ${userId}.`);
  const { challenge, sealed } = issueChallenge(ports, accountOf(person));
  const options = await ports.ceremonies.creationOptions(party, {
    challenge,
    userHandle: createHash("sha256").update(accountOf(person)).digest(),
    userName: user.email,
    displayName: user.name,
    known: await records.passkeys.listOfMember(organizationId, userId),
  });
  return { challenge: sealed, options };
}

async function add(
  ports: PasskeyPorts,
  person: Person,
  {
    siteUrl,
    challenge: sealed,
    response,
    name,
  }: CeremonyAnswer & { readonly siteUrl: string | undefined; readonly name: string },
): Promise<Passkey> {
  const { database, environment, ceremonies } = ports;
  assertName(name, MAX_NAME_LENGTH);
  const party = partyAt(siteUrl);
  const challenge = openChallenge(ports, sealed, accountOf(person));
  const credential =
    challenge && (await ceremonies.created(party, { challenge: challenge.challenge, response }));
  if (!credential) throw badInput("response", "expected the browser's response to a current challenge");
  const { organizationId, userId } = person;
  const passkey: Passkey = {
    ...credential,
    id: environment.uuid(),
    organizationId,
    userId,
    name,
    createdAt: environment.now(),
    lastUsedAt: null,
  };
  await database.transaction(async (records) => {
    await records.memberships.lock(organizationId);
    if ((await records.passkeys.listOfMember(organizationId, userId)).length >= MAX_PASSKEYS) {
      throw new DomainError("CONFLICT", `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
    }
    const isNew = (await useChallenge(records, ports, challenge)) && (await records.passkeys.insert(passkey));
    if (!isNew) throw new DomainError("CONFLICT", "This passkey is already stored.", { field: "response" });
  });
  return passkey;
}

async function signIn(
  ports: PasskeyPorts,
  { siteUrl, challenge: sealed, response }: CeremonyAnswer & { readonly siteUrl: string | undefined },
  visitor: Visitor,
): Promise<SignedIn> {
  const { database, environment, ceremonies } = ports;
  const party = partyAt(siteUrl);
  const challenge = openChallenge(ports, sealed, "");
  const credentialId = ceremonies.credentialIdOf(response);
  const passkey =
    credentialId === undefined ? undefined : await database.records.passkeys.findByCredential(credentialId);
  if (!challenge || !passkey) throw notValid();
  const counter = await ceremonies.answered(party, { challenge: challenge.challenge, response, passkey });
  if (counter === undefined) throw notValid();
  const { organizationId, userId } = passkey;
  return database.transaction(async (records) => {
    const [user, membership] = [
      await records.users.find(userId),
      await records.memberships.find(organizationId, userId),
    ];
    if (!user?.active || !membership || !(await useChallenge(records, ports, challenge))) throw notValid();
    await records.passkeys.update(passkey.id, { counter, lastUsedAt: environment.now() });
    return startSession(records, ports, { userId, organizationId, way: "passkey", visitor });
  });
}

async function own({ database }: PasskeyPorts, caller: Caller, id: string): Promise<Passkey> {
  const { organizationId, userId } = personWhoMay(caller, "manage passkeys");
  const passkeys = await database.records.passkeys.listOfMember(organizationId, userId);
  const found = passkeys.find((passkey) => passkey.id === id);
  if (found) return found;
  throw new DomainError("NOT_FOUND", "There is no such passkey.", { field: "passkeyId" });
}

function partyAt(siteUrl: string | undefined): RelyingParty {
  const party = relyingPartyOf(siteUrl);
  if (party) return party;
  throw new DomainError(
    "BAD_INPUT",
    "Passkeys need GALLEY_PUBLIC_URL with https and a host name, or a console that is opened at http://localhost.",
  );
}

/** An authenticator keeps one passkey per account and site. */
function accountOf({ organizationId, userId }: Person): string {
  return `${organizationId} ${userId}`;
}

function notValid(): DomainError {
  return new DomainError("UNAUTHENTICATED", "This passkey is not valid here. Sign in another way.");
}

function badInput(field: string, expected: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${expected}`, { field });
}
