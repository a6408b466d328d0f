import { expect, test } from "vitest";
import { People } from "../testing/people.ts";
import { relyingPartyOf, type PasskeyCeremonies } from "./passkey-ceremonies.ts";
import { createPasskeys, type Passkeys } from "./passkeys.ts";

const SITE = "https://galley.example";
const VISITOR = { address: "192.0.2.7", userAgent: "Browser/1.0" };
const UNAUTHENTICATED = expect.objectContaining({ code: "UNAUTHENTICATED" });
const MINUTE_MS = 60_000;

/** An authenticator whose response is the id of the credential. */
const CEREMONIES: PasskeyCeremonies = {
  creationOptions: async (_, { challenge }) => ({ challenge }),
  created: async (_, { response }) => ({
    credentialId: String(response),
    publicKey: "key",
    counter: 0,
    transports: [],
  }),
  requestOptions: async (_, challenge) => ({ challenge }),
  credentialIdOf: String,
  answered: async (_, { passkey }) => passkey.counter + 1,
};

function world(): { readonly people: People; readonly passkeys: Passkeys } {
  const people = new People();
  const { database, environment } = people;
  const secrets = {
    seal: (plain: string) => Buffer.from(plain).toString("base64url"),
    open: (sealed: string) => Buffer.from(sealed, "base64url").toString(),
  };
  const ports = { database, environment, secrets, ceremonies: CEREMONIES, sessionSeconds: 3600 };
  return { people, passkeys: createPasskeys(ports) };
}

async function added(
  passkeys: Passkeys,
  person: Awaited<ReturnType<People["member"]>>,
  response: string,
): Promise<unknown> {
  const { challenge } = await passkeys.beginAdding(person, SITE);
  return passkeys.add(person, SITE, { challenge, response, name: response });
}

test("a challenge is answered within 5 minutes, by whom it was issued for", async () => {
  const { people, passkeys } = world();
  const [ada, bob] = [await people.member(), await people.member()];
  const { challenge } = await passkeys.beginAdding(ada, SITE);
  const answer = { challenge, response: "one", name: "Laptop" };
  await expect(passkeys.add(bob, SITE, answer)).rejects.toMatchObject({ code: "BAD_INPUT" });
  const begunAt = people.now.getTime();
  people.now = new Date(begunAt + 5 * MINUTE_MS);
  await expect(passkeys.add(ada, SITE, answer)).rejects.toMatchObject({ code: "BAD_INPUT" });
  people.now = new Date(begunAt + 5 * MINUTE_MS - 1);
  expect(await passkeys.add(ada, SITE, answer)).toMatchObject({ name: "Laptop", userId: ada.userId });
  const signIn = await passkeys.beginSignIn(SITE);
  people.now = new Date(people.now.getTime() + 5 * MINUTE_MS);
  const late = passkeys.signIn(SITE, { challenge: signIn.challenge, response: "one" }, VISITOR);
  await expect(late).rejects.toEqual(UNAUTHENTICATED);
});

test("a passkey of somebody who was removed or deactivated signs nobody in", async () => {
  const { people, passkeys } = world();
  const { userId, ...ada } = await people.member();
  await added(passkeys, { ...ada, userId }, "one");
  const attempt = async (): Promise<unknown> => {
    const { challenge } = await passkeys.beginSignIn(SITE);
    return passkeys.signIn(SITE, { challenge, response: "one" }, VISITOR);
  };
  expect(await attempt()).toMatchObject({ session: { userId, way: "passkey" } });
  await people.database.transaction(({ users }) => users.update(userId, { active: false }));
  await expect(attempt()).rejects.toEqual(UNAUTHENTICATED);
  await people.database.transaction(async ({ users, memberships }) => {
    await users.update(userId, { active: true });
    await memberships.remove(people.organizationId, userId);
  });
  await expect(attempt()).rejects.toEqual(UNAUTHENTICATED);
});

test("a member has at most 20 passkeys", async () => {
  const { people, passkeys } = world();
  const ada = await people.member();
  for (let count = 0; count < 20; count++) await added(passkeys, ada, `passkey ${count}`);
  await expect(added(passkeys, ada, "one more")).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a credential of the tier read_write adds no passkey", async () => {
  const { people, passkeys } = world();
  const writer = await people.member("manager", { tier: "read_write" });
  await expect(passkeys.beginAdding(writer, SITE)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each([
  ["https://galley.example/base", "galley.example"],
  ["http://localhost:8080", "localhost"],
  ["http://galley.localhost:8080", "galley.localhost"],
  ["http://galley.example", undefined],
  ["http://127.0.0.1:8080", undefined],
  ["https://192.0.2.7", undefined],
  ["https://[::1]:8080", undefined],
  [undefined, undefined],
])("passkeys at %s belong to %s", (url, id) => {
  expect(relyingPartyOf(url)?.id).toBe(id);
});
