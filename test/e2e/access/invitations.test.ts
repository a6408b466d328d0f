import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { askAsConsole, exchangeToken, type ConsoleAnswer } from "../../support/clients/console-client.ts";
import { CookieBrowser } from "../../support/clients/cookie-browser.ts";
import { startMailServer, type MailServer } from "../../support/servers/mail-server.ts";
import { startForAnotherOrganization, startService, type RunningService } from "../../support/service.ts";

const INVITE = `mutation ($email: EmailAddress!, $role: Role! = MEMBER) {
  inviteMember(input: {email: $email, role: $role}) {
    link emailed invitation { id email role invitedBy { email } }
  }
}`;
const ACCEPT = `mutation ($secret: String!, $name: String) {
  acceptInvitation(input: {secret: $secret, name: $name}) { session { way current } }
}`;
const RECEIVED = `query ($secret: String!) {
  receivedInvitation(secret: $secret) { email role organization invitedBy }
}`;
const VIEWER = "{ viewer { kind role user { id email name } organization { slug } } }";

const issuedSchema = z.object({
  inviteMember: z.object({
    link: z.string(),
    emailed: z.boolean(),
    invitation: z.object({ id: z.string() }),
  }),
});

let mail: MailServer;
let service: RunningService;
const manager = new CookieBrowser();

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({
    env: { GALLEY_MANAGER_EMAIL: "ada@press.example", GALLEY_SMTP_URL: mail.url },
  });
  await exchangeToken(service, manager, service.accessToken);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

function ask(browser: CookieBrowser, query: string, variables: object = {}): Promise<ConsoleAnswer> {
  return askAsConsole(service, browser, { query, variables });
}

async function invited(
  email: string,
  role = "MEMBER",
  by = manager,
): Promise<{ readonly id: string; readonly secret: string; readonly emailed: boolean }> {
  const { data } = await ask(by, INVITE, { email, role });
  const { link, emailed, invitation } = issuedSchema.parse(data).inviteMember;
  const secret = new RegExp(`^${service.url}/console/sign-in#invitation=([\\w-]{43})$`).exec(link)?.[1] ?? "";
  return { id: invitation.id, secret, emailed };
}

test("an invited person reads the invitation, becomes a member and is signed in, once", async () => {
  const { secret, emailed } = await invited("Grace@Press.example");
  expect(emailed).toBe(true);
  expect(mail.messages.at(-1)).toMatchObject({ to: "grace@press.example" });
  // Long lines are folded for the mail.
  expect(mail.messages.at(-1)?.content.replaceAll("=\r\n", "").replaceAll("=3D", "=")).toContain(
    `#invitation=${secret}`,
  );
  const grace = new CookieBrowser();
  expect((await ask(grace, RECEIVED, { secret })).data).toEqual({
    receivedInvitation: {
      email: "grace@press.example",
      role: "MEMBER",
      organization: "default",
      invitedBy: "ada",
    },
  });
  expect((await ask(grace, ACCEPT, { secret, name: "Grace" })).data).toEqual({
    acceptInvitation: { session: { way: "INVITATION", current: true } },
  });
  expect((await ask(grace, VIEWER)).data).toMatchObject({
    viewer: { kind: "SESSION", role: "MEMBER", user: { email: "grace@press.example", name: "Grace" } },
  });
  const again = await ask(new CookieBrowser(), ACCEPT, { secret });
  expect(again).toMatchObject({ status: 401, code: "UNAUTHENTICATED", cookie: undefined });
  expect((await ask(manager, INVITE, { email: "grace@press.example" })).code).toBe("CONFLICT");
  for (const query of [
    "{ invitations { id } }",
    `mutation { inviteMember(input: {email: "e@x.example"}) { link } }`,
  ])
    expect((await ask(grace, query)).code).toBe("FORBIDDEN");
});

test("of concurrent acceptances one wins", async () => {
  const { secret } = await invited("twin@press.example");
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask(new CookieBrowser(), ACCEPT, { secret })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === "UNAUTHENTICATED")).toHaveLength(5);
});

test("invitations are listed, replaced by a new one of the address, and revoked", async () => {
  const listed = async (): Promise<unknown> =>
    (await ask(manager, "{ invitations { id email role invitedBy { email } } }")).data?.["invitations"];
  const first = await invited("hopper@press.example");
  const second = await invited("hopper@press.example", "MANAGER");
  expect(await listed()).toEqual([
    {
      id: second.id,
      email: "hopper@press.example",
      role: "MANAGER",
      invitedBy: { email: "ada@press.example" },
    },
  ]);
  expect((await ask(new CookieBrowser(), ACCEPT, { secret: first.secret })).code).toBe("UNAUTHENTICATED");
  const revoke = `mutation ($id: ID!) { revokeInvitation(input: {invitationId: $id}) { invitation { id } } }`;
  expect((await ask(manager, revoke, { id: second.id })).code).toBeUndefined();
  expect((await ask(manager, revoke, { id: second.id })).code).toBe("NOT_FOUND");
  expect((await ask(new CookieBrowser(), ACCEPT, { secret: second.secret })).code).toBe("UNAUTHENTICATED");
  expect((await ask(new CookieBrowser(), RECEIVED, { secret: "forged" })).code).toBe("UNAUTHENTICATED");
  expect(await listed()).toEqual([]);
});

test("a mail server that refuses leaves the link to be sent otherwise", async () => {
  mail.refuse(1);
  expect(await invited("late@press.example")).toMatchObject({ emailed: false });
  expect(service.logs()).toContain("invitation not sent");
});

test("invitations of a manager who was removed do not work, and the removed one's session has ended", async () => {
  const other = await invited("other@press.example", "MANAGER");
  const browser = new CookieBrowser();
  await ask(browser, ACCEPT, { secret: other.secret });
  const back = await invited("back@press.example", "MANAGER", browser);
  const { viewer } = z
    .object({ viewer: z.object({ user: z.object({ id: z.string() }) }) })
    .parse((await ask(browser, VIEWER)).data);
  const remove = `mutation ($id: ID!) { removeMember(input: {userId: $id}) { member { role } } }`;
  expect((await ask(manager, remove, { id: viewer.user.id })).code).toBeUndefined();
  expect((await ask(browser, VIEWER)).code).toBe("UNAUTHENTICATED");
  expect((await ask(new CookieBrowser(), ACCEPT, { secret: back.secret })).code).toBe("UNAUTHENTICATED");
});

test("an invitation never reaches the user's other organizations", async () => {
  await using other = await startForAnotherOrganization(service);
  const { secret } = await invited("banker@bank.example");
  const holder = new CookieBrowser();
  expect((await ask(holder, ACCEPT, { secret })).code).toBeUndefined();
  expect((await ask(holder, VIEWER)).data).toMatchObject({
    viewer: { role: "MEMBER", organization: { slug: "default" } },
  });
  const own = { origin: service.url };
  for (const [method, path] of [
    ["POST", "/api/v1/organization/bank/set"],
    ["GET", "/api/v1/service/bank/users/"],
  ] as const) {
    expect((await holder.send(service.url + path, { method, headers: own })).status).toBe(403);
  }
  const organizations = await (await holder.send(`${service.url}/api/v1/organization`)).json();
  expect(organizations).toMatchObject({ organizations: [{ name: "default" }] });
  expect(other.url).not.toBe(service.url);
});
