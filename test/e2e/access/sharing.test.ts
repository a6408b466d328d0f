import { createClient } from "graphql-ws";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { startMailServer, type MailServer } from "../../support/servers/mail-server.ts";
import { type RunningService, startService } from "../../support/service.ts";

const ADA = "ada@press.example";

let mail: MailServer;
let service: RunningService;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({
    env: { GALLEY_SMTP_URL: mail.url, GALLEY_MAIL_FROM: "Galley <galley@press.example>" },
  });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await mail[Symbol.asyncDispose]();
});

async function ask<T>(schema: z.ZodType<T>, query: string, variables: object = {}): Promise<T> {
  const answer = await fetch(`${service.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
    body: JSON.stringify({ query, variables }),
  });
  const answered: unknown = await answer.json();
  return z.object({ data: schema }).parse(answered).data;
}

async function rest(method: string, path: string, body: object): Promise<{ status: number; json: unknown }> {
  const answer = await fetch(`${service.url}/api/v1/service/default${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
    body: JSON.stringify(body),
  });
  return { status: answer.status, json: await answer.json() };
}

/** Adds Ada as a member with her own token. */
async function addAda(): Promise<{ readonly number: number; readonly token: string }> {
  const user = z.object({ id: z.string(), number: z.number() });
  const { addMember } = await ask(
    z.object({ addMember: z.object({ member: z.object({ user }) }) }),
    `mutation ($email: EmailAddress!) { addMember(input: {email: $email}) { member { user { id number } } } }`,
    { email: ADA },
  );
  const { createAccessToken } = await ask(
    z.object({ createAccessToken: z.object({ secret: z.string() }) }),
    `mutation ($userId: ID!) { createAccessToken(input: {name: "own", tier: READ, userId: $userId}) { secret } }`,
    { userId: addMember.member.user.id },
  );
  return { number: addMember.member.user.number, token: createAccessToken.secret };
}

test(
  "a user with whom a workflow is shared is notified immediately and by e-mail, although the mail server fails at first",
  { timeout: 60_000 },
  async () => {
    const ada = await addAda();
    const made = await rest("POST", "/workflow/", { workflow_name: "Invoices" });
    const { id } = z.object({ id: z.string() }).parse(made.json);
    const client = createClient({
      url: `${service.url.replace("http", "ws")}/graphql`,
      connectionParams: { authorization: `Bearer ${ada.token}` },
      webSocketImpl: WebSocket,
    });
    const notices = client.iterate({ query: "subscription { noticeReceived { message recordId } }" });
    const heard = notices.next();

    mail.refuse(1);
    const shared = await rest("PATCH", `/workflow/${id}/`, { shared_users: [ada.number] });
    expect(shared).toMatchObject({ status: 200, json: { shared_users: [ada.number] } });
    const message = "manager@localhost shared the workflow “Invoices” with you.";
    expect((await heard).value).toMatchObject({ data: { noticeReceived: { message, recordId: id } } });
    await notices.return?.();
    await client.dispose();

    await vi.waitFor(() => expect(mail.messages).toHaveLength(1), { timeout: 45_000, interval: 200 });
    expect(mail.messages[0]).toMatchObject({ to: ADA });
    expect(mail.messages[0]?.content).toContain("From: Galley <galley@press.example>");
  },
);
