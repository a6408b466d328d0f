import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The minified program: sending and compiling the other one takes longer. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** The only rule whose answer depends on the colour scheme. */
const CONTRAST = "color-contrast";

/**
 * Settles when three frames in a row show no running transition: that of a parent's colour starts those of its children
 * when it ends. After 10 s, the page is checked as it is.
 */
const ALL_SETTLED = `new Promise((settled) => {
  setTimeout(settled, 10_000);
  let still = 0;
  const isFinite = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  const look = () => {
    const moving = document.getAnimations().filter(({ playState }) => playState === "running").some(isFinite);
    still = moving ? 0 : still + 1;
    if (still === 3) settled();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

/** Fails with every violation of WCAG 2.2 AA that axe finds in the page, and of contrast in both colour schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  // Sending and compiling it takes longer than most checks, so once for a page is enough.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`, { state: "attached" });
    await page.evaluate(ALL_SETTLED);
    const found = await violationsIn(page, colorScheme === "light" ? WCAG : [CONTRAST]);
    expect(found.map((violation) => `${colorScheme}: ${violation}`)).toEqual([]);
  }
}

/** What breaks one of these rules, or of the rules with these tags. */
function violationsIn(page: Page, runOnly: readonly string[]): Promise<readonly string[]> {
  const options = { runOnly, resultTypes: ["violations"], preload: false };
  return page.evaluate(async (choice) => {
    const { violations } = await Reflect.get(globalThis, "axe").run(choice);
    return violations.flatMap(({ id, nodes }: axe.Result) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary ?? ""}`),
    );
  }, options);
}
