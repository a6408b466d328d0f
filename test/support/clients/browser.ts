import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";

/** Debian's Chromium: the one without windows does the same with three quarters of the CPU time. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The path of CHROMIUM_PATH, or of the first browser that is installed; undefined if there is none. */
export function chromiumPath(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  return (named === undefined ? BROWSERS : [named]).find((path) => existsSync(path));
}

/** A headless browser that makes no network requests of its own. */
export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--font-render-hinting=none",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Errors in a page, and its requests to other hosts than that of `url`; the list grows as they occur. */
export function complaintsOf(page: Page, url: string): readonly string[] {
  const complaints: string[] = [];
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(?:http|ws)/.test(protocol) && host !== new URL(url).host)
      complaints.push(`asked ${request.url()}`);
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return complaints;
}

/** Gives a page an authenticator that answers every ceremony at once, as a laptop with a fingerprint would. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
