import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";

/** A page to be printed, after a script has run in it. */
export interface UnprintedPage {
  readonly name: string;
  readonly html: string;
  readonly script: string;
}

/** A page printed without tags, with the JSON that its script returned. */
export interface PrintedPage {
  readonly path: string;
  readonly read: string;
}

/** Prints with Chromium what the folder does not have yet; nothing without Chromium. */
export async function printedPages(
  folder: string,
  pages: readonly UnprintedPage[],
): Promise<readonly PrintedPage[]> {
  const executable = chromiumPath();
  if (executable === undefined) return [];
  mkdirSync(folder, { recursive: true });
  const files = pages.map((page) => ({ page, path: join(folder, `${page.name}-${keyOf(page)}.pdf`) }));
  const missing = files.filter(({ path }) => !existsSync(path));
  if (missing.length > 0) {
    const browser = await startBrowser(executable);
    try {
      const tab = await browser.newPage();
      for (const { page, path } of missing) {
        await tab.setContent(page.html);
        const read: unknown = await tab.evaluate(page.script);
        writeFileSync(`${path}.json`, JSON.stringify(read ?? {}));
        writeFileSync(path, await tab.pdf({ tagged: false, preferCSSPageSize: true, printBackground: true }));
      }
    } finally {
      await browser.close();
    }
  }
  return files.map(({ path }) => ({ path, read: readFileSync(`${path}.json`, "utf8") }));
}

function keyOf({ html, script }: UnprintedPage): string {
  return createHash("sha1")
    .update(html + script)
    .digest("hex")
    .slice(0, 8);
}

/** The font of pdf.js, since Debian may have no other with the widths of Helvetica. */
export const FACES = ["Regular", "Bold", "Italic"]
  .map((name) => {
    const folder = join(
      dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json")),
      "standard_fonts",
    );
    const data = readFileSync(join(folder, `LiberationSans-${name}.ttf`)).toString("base64");
    const style = { Regular: "", Bold: "font-weight: bold;", Italic: "font-style: italic;" }[name] ?? "";
    return `@font-face { font-family: "Liberation Sans"; ${style} src: url(data:font/ttf;base64,${data}) }`;
  })
  .join("\n");
