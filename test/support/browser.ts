import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Where Debian's chromium is, or where CHROMIUM_PATH says; undefined when there is none. */
export function chromiumPath(): string | undefined {
  const path = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return existsSync(path) ? path : undefined;
}

/** A browser without a screen that asks nobody on the network for anything of its own. */
export function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
