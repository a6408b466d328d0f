import { expect, test } from "vitest";
import { People } from "../../testing/people.ts";
import { createAccessTokens, type AccessTokenRequest } from "./access-tokens.ts";

const REQUEST: AccessTokenRequest = { name: "nightly", description: "", tier: "read_write", userId: null };
const FORBIDDEN = expect.objectContaining({ code: "FORBIDDEN" });

test("a token is a UUID that is shown once, and lets in until it is rotated or revoked", async () => {
  const people = new People();
  await people.found();
  const tokens = createAccessTokens(people);
  const { token, secret } = await tokens.create(people.service(), REQUEST);
  expect(secret).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  expect(JSON.stringify(await tokens.list(people.service()))).not.toContain(secret);
  expect(token.masked).toBe(`…${secret.slice(-4)}`);
  const expected = { userId: null, role: "manager", tier: "read_write" };
  expect(await people.access.enter({ accessToken: secret }, "press")).toMatchObject(expected);

  const rotated = await tokens.rotate(people.service(), token.id);
  await expect(people.access.enter({ accessToken: secret }, "press")).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
  await tokens.update(people.service(), token.id, { active: false });
  await expect(people.access.authenticate({ accessToken: rotated.secret })).rejects.toEqual(FORBIDDEN);
  await tokens.update(people.service(), token.id, { active: true });
  expect(await people.access.authenticate({ accessToken: rotated.secret })).toMatchObject(expected);
  await tokens.remove(people.service(), token.id);
  await expect(people.access.authenticate({ accessToken: rotated.secret })).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});

test("a token of a user acts in the user's role, as long as the user belongs and is active", async () => {
  const people = new People();
  await people.found();
  const member = await people.member();
  const request = { ...REQUEST, userId: member.userId };
  const { secret } = await createAccessTokens(people).create(member, request);
  const caller = { userId: member.userId, role: "member" };
  expect(await people.access.authenticate({ accessToken: secret })).toMatchObject(caller);
  const { users, memberships } = people.database.records;
  await users.update(member.userId, { active: false });
  await expect(people.access.authenticate({ accessToken: secret })).rejects.toEqual(FORBIDDEN);
  await users.update(member.userId, { active: true });
  await memberships.remove(people.organizationId, member.userId);
  await expect(people.access.enter({ accessToken: secret }, "press")).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
  });
});

test("members see and make tokens of their own only", async () => {
  const people = new People();
  const tokens = createAccessTokens(people);
  const [ada, bob] = [await people.member(), await people.member()];
  const { token } = await tokens.create(ada, { ...REQUEST, userId: ada.userId });
  expect(await tokens.list(ada)).toHaveLength(1);
  expect(await tokens.list(bob)).toEqual([]);
  const notFound = expect.objectContaining({ code: "NOT_FOUND" });
  await expect(tokens.find(bob, token.id)).rejects.toEqual(notFound);
  await expect(tokens.rotate(bob, token.id)).rejects.toEqual(notFound);
  await expect(tokens.remove(bob, token.id)).rejects.toEqual(notFound);
  for (const userId of [null, bob.userId]) {
    await expect(tokens.create(ada, { ...REQUEST, userId })).rejects.toEqual(FORBIDDEN);
  }
});

test("no token gives more than the credential that makes or changes it", async () => {
  const people = new People();
  const tokens = createAccessTokens(people);
  const writer = people.service({ tier: "read_write" });
  await expect(tokens.create(writer, { ...REQUEST, tier: "full_access" })).rejects.toEqual(FORBIDDEN);
  const { token } = await tokens.create(people.service(), { ...REQUEST, tier: "full_access" });
  await expect(tokens.rotate(writer, token.id)).rejects.toEqual(FORBIDDEN);
  const { token: small } = await tokens.create(writer, REQUEST);
  await expect(tokens.update(writer, small.id, { tier: "full_access" })).rejects.toEqual(FORBIDDEN);
  await expect(tokens.remove(writer, small.id)).rejects.toEqual(FORBIDDEN);
});

test.each([
  ["name", { name: " " }],
  ["name", { name: "n".repeat(129) }],
  ["description", { description: "d".repeat(256) }],
  ["userId", { userId: "nobody" }],
])("%s: %j is refused", async (field, wrong) => {
  const people = new People();
  const create = createAccessTokens(people).create(people.service(), { ...REQUEST, ...wrong });
  await expect(create).rejects.toMatchObject({ code: "BAD_INPUT", field });
});
