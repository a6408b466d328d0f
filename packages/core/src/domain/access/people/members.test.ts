import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aKeyCaller, anAccessToken } from "../../testing/records.ts";
import { People } from "../../testing/people.ts";
import { createMembers } from "./members.ts";
import { digestOf } from "../keys/secret-digest.ts";

test("a manager adds a person by e-mail address, who is one user in any spelling", async () => {
  const people = new People();
  const members = createMembers(people);
  const manager = await people.member("manager");
  const { user } = await members.add(manager, { email: "Ada@Example.org", role: "member" });
  expect(user).toMatchObject({ email: "ada@example.org", name: "ada" });
  const again = members.add(manager, { email: "ADA@example.org", role: "manager" });
  await expect(again).rejects.toMatchObject({ code: "CONFLICT", field: "email" });
  const listed = await members.list(manager);
  expect(listed.map(({ membership }) => membership.role)).toEqual(["manager", "member"]);
});

test("the last manager neither goes nor becomes a member", async () => {
  const people = new People();
  const members = createMembers(people);
  const manager = await people.member("manager");
  const conflict = expect.objectContaining({ code: "CONFLICT" });
  await expect(members.remove(manager, manager.userId)).rejects.toEqual(conflict);
  await expect(members.change(manager, manager.userId, { role: "member" })).rejects.toEqual(conflict);
  const second = await people.member();
  await members.change(manager, second.userId, { role: "manager" });
  await members.remove({ ...second, role: "manager" }, manager.userId);
  expect(await members.list(second)).toHaveLength(1);
});

test("who is switched off calls nowhere until switched on again, and one active manager stays", async () => {
  const people = new People();
  const members = createMembers(people);
  const manager = await people.member("manager");
  const conflict = expect.objectContaining({ code: "CONFLICT" });
  const off = (userId: string): Promise<unknown> =>
    members.change(people.service(), userId, { active: false });
  await expect(off(manager.userId)).rejects.toEqual(conflict);

  const second = await people.member("manager");
  const secret = randomUUID();
  const token = anAccessToken(people.organizationId, { userId: second.userId, digest: digestOf(secret) });
  await people.database.transaction(({ accessTokens }) => accessTokens.insert(token));
  const holds = (): Promise<boolean> => people.access.holds({ accessToken: secret });
  await off(second.userId);
  expect(await holds()).toBe(false);
  // A deactivated manager does not count as a remaining one.
  await expect(off(manager.userId)).rejects.toEqual(conflict);
  await expect(members.remove(people.service(), manager.userId)).rejects.toEqual(conflict);
  const { user, membership } = await members.change(manager, second.userId, { active: true });
  expect([user.active, membership.role]).toEqual([true, "manager"]);
  expect(await holds()).toBe(true);
});

test("an organization does not switch off a user of another one, too", async () => {
  const people = new People();
  const { userId } = await people.member();
  const elsewhere = { organizationId: randomUUID(), userId, role: "member", createdAt: people.now } as const;
  await people.database.transaction(({ memberships }) => memberships.put(elsewhere));
  const off = createMembers(people).change(people.service(), userId, { active: false });
  await expect(off).rejects.toMatchObject({ code: "FORBIDDEN", field: "active" });
});

test("who leaves loses what was shared and the tokens, and keeps those of other organizations", async () => {
  const people = new People();
  const members = createMembers(people);
  const manager = await people.member("manager");
  const { userId } = await people.member();
  const { organizationId, now: createdAt } = people;
  const recordId = randomUUID();
  const token = anAccessToken(organizationId, { userId });
  await people.database.transaction(async ({ shares, accessTokens }) => {
    await shares.put({ organizationId, recordKind: "workflow", recordId, userId, role: "viewer", createdAt });
    await accessTokens.insert(token);
  });
  await members.remove(manager, userId);
  const { shares, accessTokens } = people.database.records;
  expect(await shares.listOfRecords("workflow", [recordId])).toEqual([]);
  expect(await accessTokens.find(token.id)).toMatchObject({ active: false });
});

test("members see each other and change nobody; keys see nobody", async () => {
  const people = new People();
  const members = createMembers(people);
  const [manager, member] = [await people.member("manager"), await people.member()];
  const forbidden = expect.objectContaining({ code: "FORBIDDEN" });
  expect(await members.list(member)).toHaveLength(2);
  await expect(members.add(member, { email: "a@b", role: "member" })).rejects.toEqual(forbidden);
  await expect(members.change(member, member.userId, { role: "manager" })).rejects.toEqual(forbidden);
  await expect(members.remove(member, manager.userId)).rejects.toEqual(forbidden);
  const { organizationId } = people;
  await expect(members.list(aKeyCaller({ organizationId }))).rejects.toEqual(forbidden);
  const reader = people.service({ tier: "read" });
  await expect(members.add(reader, { email: "a@b", role: "member" })).rejects.toEqual(forbidden);
});

test.each(["", "nobody", "two words@example.org", `${"a".repeat(250)}@example.org`])(
  "%j is no e-mail address",
  async (email) => {
    const people = new People();
    const add = createMembers(people).add(people.service(), { email, role: "member" });
    await expect(add).rejects.toMatchObject({ code: "BAD_INPUT", field: "email" });
  },
);

test("a user of another organization is no member here", async () => {
  const people = new People();
  const stranger = await people.user();
  const change = createMembers(people).change(people.service(), stranger.id, { role: "manager" });
  await expect(change).rejects.toMatchObject({ code: "NOT_FOUND" });
});
