import { expect, test } from "vitest";
import type { Member } from "../access/model/caller.ts";
import { createNotices, type Notices } from "../notices/notices.ts";
import type { Mail } from "../notices/mailer.ts";
import { People } from "../testing/people.ts";
import { aConnector } from "../testing/pipeline-records.ts";
import { createSharing, type SharedReference, type Sharing } from "./sharing.ts";

const FORBIDDEN = expect.objectContaining({ code: "FORBIDDEN" });
const NOT_FOUND = expect.objectContaining({ code: "NOT_FOUND" });

interface World {
  readonly people: People;
  readonly sharing: Sharing;
  readonly notices: Notices;
  readonly mails: readonly Mail[];
  readonly owner: Member & { readonly userId: string };
  readonly reference: SharedReference;
}

/** A connector that a member of its organization has created. */
async function world(): Promise<World> {
  const people = new People();
  const owner = await people.member();
  const connector = aConnector(people.organizationId, { name: "invoices", createdBy: owner.userId });
  await people.database.transaction(({ connectors }) => connectors.insert(connector));
  const mails: Mail[] = [];
  const { database, environment, subscriptions } = people;
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const notices = createNotices({ database, environment, subscriptions, mailer });
  const reference = { kind: "connector", id: connector.id } as const;
  return { people, sharing: createSharing(people), notices, mails, owner, reference };
}

test("the given users replace the viewers, and owners stay", async () => {
  const { people, sharing, owner, reference } = await world();
  const [ada, bob, eve] = [await people.member(), await people.member(), await people.member()];
  await sharing.addOwner(owner, reference, eve.userId);
  await sharing.share(owner, reference, { userIds: [ada.userId, eve.userId] });
  const shared = await sharing.share(ada.role === "member" ? owner : ada, reference, {
    userIds: [bob.userId],
  });
  expect(shared.viewers.map(({ id }) => id)).toEqual([bob.userId]);
  expect(shared.coOwners.map(({ id }) => id)).toEqual([eve.userId]);
  expect(shared.creator?.id).toBe(owner.userId);
  await expect(sharing.sharingOf(ada, reference)).rejects.toEqual(NOT_FOUND);
  expect(await sharing.sharingOf(bob, reference)).toMatchObject({ viewers: [{ id: bob.userId }] });
});

test("strangers find nothing, viewers change nothing, co-owners and managers do", async () => {
  const { people, sharing, owner, reference } = await world();
  const [viewer, stranger, coOwner] = [await people.member(), await people.member(), await people.member()];
  const manager = await people.member("manager");
  await sharing.share(owner, reference, { userIds: [viewer.userId] });
  await sharing.addOwner(owner, reference, coOwner.userId);
  await expect(sharing.share(stranger, reference, { toOrganization: true })).rejects.toEqual(NOT_FOUND);
  await expect(sharing.share(viewer, reference, { toOrganization: true })).rejects.toEqual(FORBIDDEN);
  await expect(sharing.addOwner(viewer, reference, viewer.userId)).rejects.toEqual(FORBIDDEN);
  await sharing.share(coOwner, reference, { toOrganization: true });
  expect(await sharing.sharingOf(stranger, reference)).toMatchObject({
    record: { sharedToOrganization: true },
  });
  await sharing.share(manager, reference, { userIds: [], toOrganization: false });
  await expect(sharing.sharingOf(viewer, reference)).rejects.toEqual(NOT_FOUND);
  await expect(sharing.sharingOf(people.service({ organizationId: "other" }), reference)).rejects.toEqual(
    NOT_FOUND,
  );
});

test("a co-owner can be taken off, the creator cannot", async () => {
  const { people, sharing, owner, reference } = await world();
  const coOwner = await people.member();
  await sharing.addOwner(owner, reference, coOwner.userId);
  const removeCreator = sharing.removeOwner(coOwner, reference, owner.userId);
  await expect(removeCreator).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await sharing.removeOwner(owner, reference, coOwner.userId)).coOwners).toEqual([]);
  await expect(sharing.removeOwner(owner, reference, coOwner.userId)).rejects.toEqual(NOT_FOUND);
});

test("users of other organizations are refused, and nothing is shared with the others", async () => {
  const { people, sharing, owner, reference } = await world();
  const [ada, stranger] = [await people.member(), await people.user()];
  const share = sharing.share(owner, reference, { userIds: [ada.userId, stranger.id] });
  await expect(share).rejects.toMatchObject({ code: "BAD_INPUT", field: "userIds" });
  expect((await sharing.sharingOf(owner, reference)).viewers).toEqual([]);
});

test("effective members are those who see it, each with the reasons", async () => {
  const { people, sharing, owner, reference } = await world();
  const [viewer, manager] = [await people.member(), await people.member("manager")];
  await people.member();
  await sharing.share(owner, reference, { userIds: [viewer.userId] });
  const members = await sharing.effectiveMembers(owner, reference);
  expect(members.map(({ user, standing, reasons }) => [user.id, standing, reasons])).toEqual([
    [owner.userId, "owner", ["creator"]],
    [viewer.userId, "viewer", ["shared"]],
    [manager.userId, "owner", ["manager"]],
  ]);
});

test("newly added users are notified once, within the product and by e-mail", async () => {
  const { people, sharing, notices, mails, owner, reference } = await world();
  const [ada, bob] = [await people.member(), await people.member()];
  await sharing.share(owner, reference, { userIds: [ada.userId, owner.userId] });
  await sharing.share(owner, reference, { userIds: [ada.userId, bob.userId] });
  const [notice, ...others] = await notices.list(ada, { limit: 10 });
  expect(others).toEqual([]);
  expect(notice?.message).toMatch(/shared the connector “invoices” with you\.$/);
  expect(await notices.count(bob)).toBe(1);
  expect(await notices.count(owner)).toBe(0);
  expect(people.queue.noticeIds).toHaveLength(2);
  for (const id of people.queue.noticeIds) await notices.send(id);
  expect(mails.map(({ subject }) => subject)).toEqual([notice?.message, notice?.message]);
});

test("a notice is read by whom it is for, and by nobody else", async () => {
  const { people, sharing, notices, owner, reference } = await world();
  const [ada, bob] = [await people.member(), await people.member()];
  await sharing.share(owner, reference, { userIds: [ada.userId] });
  const id = (await notices.list(ada, { limit: 1 }))[0]?.id ?? "";
  await expect(notices.markRead(bob, id)).rejects.toEqual(NOT_FOUND);
  await expect(notices.markRead(people.service(), id)).rejects.toEqual(NOT_FOUND);
  expect((await notices.markRead(ada, id)).readAt).toEqual(people.now);
});

test("who watches hears the unread notices and each that comes", async () => {
  const { people, sharing, notices, owner, reference } = await world();
  const ada = await people.member();
  await sharing.share(owner, reference, { userIds: [ada.userId] });
  const stop = new AbortController();
  const heard = notices.watch(ada, stop.signal);
  const first = await heard.next();
  await notices.markRead(ada, first.value?.id ?? "");
  const second = heard.next();
  await sharing.share(owner, reference, { userIds: [] });
  people.now = new Date(people.now.getTime() + 1000);
  await sharing.share(owner, reference, { userIds: [ada.userId] });
  expect((await second).value?.id).not.toBe(first.value?.id);
  const end = heard.next();
  stop.abort();
  expect(await end).toMatchObject({ done: true });
});
