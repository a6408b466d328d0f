import { expect, test } from "vitest";
import { People } from "../testing/people.ts";
import { createInvitations, type Invitations } from "./invitations.ts";

const VISITOR = { address: "192.0.2.7", userAgent: "Browser/1.0" };
const UNAUTHENTICATED = expect.objectContaining({ code: "UNAUTHENTICATED" });
const DAY_MS = 24 * 60 * 60_000;
const GRACE = { email: "grace@press.example", role: "member", linkOf: (secret: string) => secret } as const;

async function world(): Promise<{ readonly people: People; readonly invitations: Invitations }> {
  const people = new People();
  await people.found();
  const { database, environment } = people;
  return { people, invitations: createInvitations({ database, environment, sessionSeconds: 3600 }) };
}

test("an invitation works within 7 days and not after", async () => {
  const { people, invitations } = await world();
  const manager = await people.member("manager");
  const issuedAt = people.now.getTime();
  const early = await invitations.invite(manager, GRACE);
  const late = await invitations.invite(manager, { ...GRACE, email: "late@press.example" });
  expect(early).toMatchObject({ emailed: false, invitation: { invitedBy: manager.userId } });
  people.now = new Date(issuedAt + 7 * DAY_MS - 1);
  expect(await invitations.received(early.link)).toMatchObject({ organization: { slug: "press" } });
  const { session } = await invitations.accept({ secret: early.link, name: "Grace" }, VISITOR);
  expect(await people.database.records.users.find(session.userId ?? "")).toMatchObject({ name: "Grace" });
  people.now = new Date(issuedAt + 7 * DAY_MS);
  expect(await invitations.list(manager)).toEqual([]);
  await expect(invitations.received(late.link)).rejects.toEqual(UNAUTHENTICATED);
  await expect(invitations.accept({ secret: late.link }, VISITOR)).rejects.toEqual(UNAUTHENTICATED);
});

test("an invitation of somebody who is no longer a manager, or is deactivated, does not work", async () => {
  const { people, invitations } = await world();
  const { organizationId } = people;
  const [demoted, deactivated] = [await people.member("manager"), await people.member("manager")];
  const one = await invitations.invite(demoted, GRACE);
  const other = await invitations.invite(deactivated, { ...GRACE, email: "other@press.example" });
  const createdAt = people.now;
  await people.database.transaction(async ({ memberships, users }) => {
    await memberships.put({ organizationId, userId: demoted.userId, role: "member", createdAt });
    await users.update(deactivated.userId, { active: false });
  });
  for (const { link } of [one, other]) {
    await expect(invitations.accept({ secret: link }, VISITOR)).rejects.toEqual(UNAUTHENTICATED);
  }
});

test("a deactivated user does not come back by an invitation", async () => {
  const { people, invitations } = await world();
  const manager = await people.member("manager");
  await people.user({ email: GRACE.email, active: false });
  const { link } = await invitations.invite(manager, GRACE);
  await expect(invitations.accept({ secret: link }, VISITOR)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each(["nobody", "two words@press.example"])("%j is no address to invite", async (email) => {
  const { people, invitations } = await world();
  const invite = invitations.invite(await people.member("manager"), { ...GRACE, email });
  await expect(invite).rejects.toMatchObject({ code: "BAD_INPUT", field: "email" });
});
