import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** The path of Debian's chromium, or CHROMIUM_PATH; undefined if there is none. */
export function chromiumPath(): string | undefined {
  const path = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  return existsSync(path) ? path : undefined;
}

/** A headless browser that makes no network requests of its own. */
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
