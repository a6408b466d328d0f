import { createExtractor, type Extractor } from "@galley/core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { oddPage } from "../../fixtures/web/odd-pages.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { shownWords } from "../../support/clients/shown-words.ts";

const path = chromiumPath();

let browser: Browser;
let page: Page;
let extractor: Extractor;

beforeAll(async () => {
  if (path === undefined) return;
  browser = await startBrowser(path);
  // Without scripts, as a document is read.
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  extractor = createExtractor({ threads: 1 });
});

afterAll(async () => {
  await extractor?.[Symbol.asyncDispose]();
  await browser?.close();
});

async function readWords(document: string): Promise<readonly string[]> {
  const options = { mode: "native_text", hiddenText: "drop" } as const;
  const { text } = await extractor.extract(new TextEncoder().encode(document), options);
  return (text.match(/(?<![A-Za-z0-9])w\d+z(?![A-Za-z0-9])/g) ?? []).toSorted();
}

function mailOf(html: string): string {
  const body = Buffer.from(html).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return `From: a@example.com\r\nSubject: odd\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`;
}

test.skipIf(path === undefined).each([
  ["pages", 1, 300, (html: string) => html],
  ["mails", 1001, 1100, mailOf],
] as const)(
  "of odd %s, the words that a browser shows are read, once each, and no others",
  { timeout: 300_000 },
  async (_, first, last, documentOf) => {
    const different: unknown[] = [];
    for (let seed = first; seed <= last; seed++) {
      const html = oddPage(seed);
      const [shown, read] = [await shownWords(page, html), await readWords(documentOf(html))];
      if (shown.join(" ") !== read.join(" ")) {
        const missing = shown.filter((word) => !read.includes(word));
        different.push({ seed, html, missing, extra: read.filter((word) => !shown.includes(word)) });
      }
    }
    expect(different).toEqual([]);
  },
);
