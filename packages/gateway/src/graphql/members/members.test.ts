import { randomUUID } from "node:crypto";
import { anAccessToken, aNotice, aUser } from "@galley/core/testing";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  digestOf,
  startGraphqlService,
  type Answer,
  type GraphqlService,
} from "../testing/graphql-service.ts";

const VIEWER = "{ viewer { kind tier role user { email } organization { slug } } }";
const MEMBERS = "{ members { role since user { id number email name active } } }";
const ADD = `mutation ($email: EmailAddress!, $role: Role! = MEMBER) {
  addMember(input: {email: $email, role: $role}) { member { role user { id email } } }
}`;
const CREATE = `mutation ($input: CreateAccessTokenInput!) {
  createAccessToken(input: $input) { secret token { id masked tier active user { email } } }
}`;

const addedSchema = z.object({ member: z.object({ user: z.object({ id: z.string() }) }) });
const issuedSchema = z.object({ secret: z.string(), token: z.looseObject({ id: z.string() }) });

/** Headers of a service account with full access. */
async function fullAccess(service: GraphqlService): Promise<Record<string, string>> {
  const secret = randomUUID();
  const token = anAccessToken(service.organizationId, { digest: digestOf(secret), tier: "full_access" });
  await service.database.transaction(({ accessTokens }) => accessTokens.insert(token));
  return { authorization: `Bearer ${secret}` };
}

async function added(service: GraphqlService, email: string): Promise<string> {
  const { data, errors } = await service.ask(ADD, { email }, await fullAccess(service));
  expect(errors).toEqual([]);
  return addedSchema.parse(data?.["addMember"]).member.user.id;
}

/** Headers of a token that acts for a user. */
async function tokenOf(service: GraphqlService, userId: string): Promise<Record<string, string>> {
  const input = { name: "own", tier: "FULL_ACCESS", userId };
  const { data } = await service.ask(CREATE, { input }, await fullAccess(service));
  return { authorization: `Bearer ${issuedSchema.parse(data?.["createAccessToken"]).secret}` };
}

function codeOf({ errors }: Answer): unknown {
  return errors[0]?.extensions["code"];
}

test("the viewer is the identity behind the credentials", async () => {
  await using service = await startGraphqlService();
  const user = await tokenOf(service, await added(service, "ada@example.org"));
  expect((await service.ask(VIEWER, {}, user)).data?.["viewer"]).toMatchObject({
    kind: "ACCESS_TOKEN",
    role: "MEMBER",
    user: { email: "ada@example.org" },
    organization: { slug: expect.any(String) },
  });
  const account = { role: "MANAGER", user: null };
  expect((await service.ask(VIEWER, {}, await fullAccess(service))).data?.["viewer"]).toMatchObject(account);
  expect((await service.ask(VIEWER)).data?.["viewer"]).toMatchObject({ role: null, tier: null, user: null });
});

test("members are added, listed, changed and removed", async () => {
  await using service = await startGraphqlService();
  const manager = await fullAccess(service);
  const id = await added(service, "Ada@example.org");
  expect(codeOf(await service.ask(ADD, { email: "ada@example.org" }, manager))).toBe("CONFLICT");
  expect(codeOf(await service.ask(ADD, { email: "nobody" }, manager))).toBe("BAD_INPUT");
  const listed = await service.ask(MEMBERS, {}, manager);
  expect(listed.data?.["members"]).toMatchObject([
    { role: "MEMBER", user: { id, email: "ada@example.org", name: "ada", active: true } },
  ]);
  const change =
    "mutation ($id: ID!) { updateMember(input: {userId: $id, role: MANAGER}) { member { role } } }";
  expect((await service.ask(change, { id }, manager)).data).toMatchObject({
    updateMember: { member: { role: "MANAGER" } },
  });
  const remove = "mutation ($id: ID!) { removeMember(input: {userId: $id}) { member { role } } }";
  expect(codeOf(await service.ask(remove, { id }, manager))).toBe("CONFLICT");
  for (const unknown of ["nobody", randomUUID()]) {
    expect(codeOf(await service.ask(change, { id: unknown }, manager))).toBe("NOT_FOUND");
  }
});

test("a deactivated member cannot call the API until reactivated", async () => {
  await using service = await startGraphqlService();
  const manager = await fullAccess(service);
  const id = await added(service, "ada@example.org");
  const ada = await tokenOf(service, id);
  const change =
    "mutation ($id: ID!, $on: Boolean) { updateMember(input: {userId: $id, active: $on}) { member { role user { active } } } }";
  const switched = async (on: boolean | null): Promise<unknown> =>
    (await service.ask(change, { id, on }, manager)).data?.["updateMember"];
  expect(await switched(false)).toEqual({ member: { role: "MEMBER", user: { active: false } } });
  expect(codeOf(await service.ask(MEMBERS, {}, ada))).toBe("FORBIDDEN");
  expect(await switched(null)).toEqual({ member: { role: "MEMBER", user: { active: false } } });
  expect(await switched(true)).toEqual({ member: { role: "MEMBER", user: { active: true } } });
  expect((await service.ask(MEMBERS, {}, ada)).errors).toEqual([]);
  expect(codeOf(await service.ask(change, { id, on: false }, ada))).toBe("FORBIDDEN");
});

test("members cannot change members, and keys cannot list them", async () => {
  await using service = await startGraphqlService();
  const member = await tokenOf(service, await added(service, "ada@example.org"));
  expect((await service.ask(MEMBERS, {}, member)).errors).toEqual([]);
  expect(codeOf(await service.ask(ADD, { email: "eve@example.org" }, member))).toBe("FORBIDDEN");
  expect(codeOf(await service.ask(MEMBERS))).toBe("FORBIDDEN");
  expect(codeOf(await service.ask("{ accessTokens { id } }"))).toBe("FORBIDDEN");
});

test("an access token is issued, rotated, revoked, restored and deleted", async () => {
  await using service = await startGraphqlService();
  const manager = await fullAccess(service);
  const input = { name: "nightly", tier: "READ" };
  const { data } = await service.ask(CREATE, { input }, manager);
  const { secret, token } = issuedSchema.parse(data?.["createAccessToken"]);
  expect(token).toMatchObject({ masked: `…${secret.slice(-4)}`, tier: "READ", active: true, user: null });
  const asked = (key: string): Promise<Answer> => service.ask(VIEWER, {}, { authorization: `Bearer ${key}` });
  expect((await asked(secret)).errors).toEqual([]);

  const { id } = token;
  const rotate = "mutation ($id: ID!) { rotateAccessToken(input: {tokenId: $id}) { secret token { id } } }";
  const rotated = issuedSchema.parse(
    (await service.ask(rotate, { id }, manager)).data?.["rotateAccessToken"],
  );
  expect(codeOf(await asked(secret))).toBe("UNAUTHENTICATED");
  const revoke =
    "mutation ($id: ID!, $revoked: Boolean!) { revokeAccessToken(input: {tokenId: $id, revoked: $revoked}) { token { active } } }";
  await service.ask(revoke, { id, revoked: true }, manager);
  expect(codeOf(await asked(rotated.secret))).toBe("FORBIDDEN");
  await service.ask(revoke, { id, revoked: false }, manager);
  expect((await asked(rotated.secret)).errors).toEqual([]);
  const remove = "mutation ($id: ID!) { deleteAccessToken(input: {tokenId: $id}) { token { name } } }";
  await service.ask(remove, { id }, manager);
  expect(codeOf(await asked(rotated.secret))).toBe("UNAUTHENTICATED");
});

test("the users of many tokens are loaded in one query", async () => {
  await using service = await startGraphqlService();
  for (const name of ["a", "b", "c"]) await tokenOf(service, await added(service, `${name}@example.org`));
  const before = service.userReads();
  const { data } = await service.ask("{ accessTokens { user { email } } }", {}, await fullAccess(service));
  expect(JSON.stringify(data)).toMatch(/a@example.*|c@example/);
  expect(service.userReads() - before).toBe(1);
});

test("notices are paginated, marked as read, and received as they are created", async () => {
  await using service = await startGraphqlService();
  const { organizationId, database } = service;
  const userId = await added(service, "ada@example.org");
  const ada = await tokenOf(service, userId);
  const notices = [1, 2, 3].map((second) =>
    aNotice({ organizationId, userId, createdAt: new Date(second * 1000) }),
  );
  const stranger = await database.transaction(({ users }) => users.insert(aUser()));
  const foreign = aNotice({ organizationId, userId: stranger?.id ?? "" });
  await database.transaction(async (records) => {
    for (const notice of [...notices, foreign]) await records.notices.insert(notice);
  });
  const list = `query ($after: String) {
    notices(first: 2, after: $after) { totalCount nodes { id readAt } pageInfo { hasNextPage endCursor } }
  }`;
  const pageSchema = z.object({
    totalCount: z.number(),
    nodes: z.array(z.object({ id: z.string() })),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
  });
  const first = pageSchema.parse((await service.ask(list, {}, ada)).data?.["notices"]);
  const after = { after: first.pageInfo.endCursor };
  const second = pageSchema.parse((await service.ask(list, after, ada)).data?.["notices"]);
  expect(first.totalCount).toBe(3);
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(
    notices.toReversed().map(({ id }) => id),
  );
  expect(second.pageInfo.hasNextPage).toBe(false);

  const mark = "mutation ($id: ID!) { markNoticeRead(input: {noticeId: $id}) { notice { readAt } } }";
  expect(codeOf(await service.ask(mark, { id: foreign.id }, ada))).toBe("NOT_FOUND");
  for (const { id } of notices.slice(0, 2)) await service.ask(mark, { id }, ada);

  const client = service.socketClient(ada);
  const heard = client.iterate({ query: "subscription { noticeReceived { id } }" });
  const unread = await heard.next();
  expect(unread.value?.data).toEqual({ noticeReceived: { id: notices[2]?.id } });
  await heard.return?.();
  await client.dispose();
});
