import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addAuthenticator, chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { uniqueName, visitConsole } from "../../support/clients/console.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";

describe.skipIf(chromium === "")("getting in, and people", () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** A browser that nobody has signed in with. */
  async function freshPage(path: string, { url } = service): Promise<Page> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}${path}`);
    return page;
  }

  test("the address of the service leads to sign-in, and the link of the start message leads in", async () => {
    // Its link works once.
    await using own = await startService();
    const page = await freshPage("/", own);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/sign-in");
    await expectAccessible(page);

    const link = /http\S+\/console\/sign-in#link=\S+/.exec(own.logs())?.[0] ?? "";
    await page.goto(link);
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    expect(page.url()).toBe(`${own.url}/console/`);
    await page.context().close();

    const second = await freshPage(new URL(link).pathname + new URL(link).hash, own);
    await second.getByText("The link does not work").waitFor();
    await second.context().close();
  });

  test("a pasted access token leads to the address that was asked for; signing out ends the session", async () => {
    const page = await freshPage("/console/keys?tab=tokens");
    await page.getByLabel("Access token").fill("not-a-token");
    await page.getByRole("button", { name: "Sign in with a token" }).click();
    await page
      .getByText(/access token/i)
      .nth(1)
      .waitFor();
    await page.getByLabel("Access token").fill(service.accessToken);
    await page.getByRole("button", { name: "Sign in with a token" }).click();
    await page.getByRole("button", { name: "New token" }).waitFor();
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.goto(`${service.url}/console/keys`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(new URL(page.url()).searchParams.get("returnTo")).toBe("/keys");
    await page.context().close();
  });

  test("an invited person becomes a member, sees no more than members do, and loses access when removed", async () => {
    await using manager = await visitConsole(browser, service, "/people");
    const name = uniqueName("grace");
    const email = `${name}@example.com`;
    await manager.page.getByRole("button", { name: "Invite" }).click();
    await manager.page.getByLabel("E-mail address").fill(email);
    await manager.page.getByRole("button", { name: "Create invitation" }).click();
    const link = await manager.page.getByTestId("invitation").innerText();
    await manager.page.getByRole("button", { name: "Done" }).click();
    await manager.page.getByRole("row", { name: email }).waitFor();
    await expectAccessible(manager.page);

    const { pathname, hash } = new URL(link);
    const guest = await freshPage(pathname + hash);
    await guest.getByText(email).waitFor();
    await expectAccessible(guest);
    await guest.getByLabel("Your name").fill(name);
    await guest.getByRole("button", { name: "Accept the invitation" }).click();
    const screens = guest.getByRole("navigation", { name: "Screens" });
    await screens.waitFor();
    expect(await screens.getByRole("link").allInnerTexts()).not.toContain("System");
    await guest.goto(`${service.url}/console/people`);
    await guest.getByRole("cell", { name: email }).waitFor();
    expect(await guest.getByRole("button", { name: "Invite" }).count()).toBe(0);

    await manager.page.reload();
    const row = manager.page.getByRole("table", { name: "Members" }).getByRole("row", { name });
    await row.getByRole("button", { name: "Remove" }).click();
    await manager.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
    await guest.reload();
    await guest.getByRole("heading", { name: "Sign in" }).waitFor();
    await guest.context().close();
    expect(manager.complaints).toEqual([]);
  });

  test("a passkey leads back in without a link", async () => {
    const { inviteMember } = await createGraphqlClient(service, {
      authorization: `Bearer ${service.accessToken}`,
    }).read(
      z.object({ inviteMember: z.object({ link: z.string() }) }),
      "mutation ($email: EmailAddress!) { inviteMember(input: { email: $email }) { link } }",
      { email: `${uniqueName("alan")}@example.com` },
    );
    // Browsers allow passkeys at names only, not at addresses such as 127.0.0.1.
    const link = inviteMember.link.replace("127.0.0.1", "localhost");
    const page = await (await browser.newContext()).newPage();
    await addAuthenticator(page);
    await page.goto(link);
    await page.getByRole("button", { name: "Accept the invitation" }).click();
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Sessions and passkeys" }).click();
    await page.getByLabel("Name of the passkey").fill("Workshop laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("cell", { name: "Workshop laptop" }).waitFor();
    await expectAccessible(page);

    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("navigation", { name: "Screens" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/");
    await page.context().close();
  });
});
