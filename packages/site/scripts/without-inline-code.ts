import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

const INLINE_SCRIPT = /<script(?! [^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /(<[a-z][^<>]*?) style="[^"]*"/g;

/** Where a script finds the site, relative to its page: a file knows it by its own address. */
const PAGE_ROOT = /new URL\("[./]*",location\)/;

/** Moves scripts inside pages into files, and drops styles that the running page sets anyway, for the strict policy. */
export function withoutInlineCode(site: string): void {
  for (const page of globSync("**/*.html", { cwd: site })) {
    const html = readFileSync(join(site, page), "utf8");
    const root = posix.relative(posix.dirname(page), ".") || ".";
    const moved = html.replaceAll(INLINE_SCRIPT, (_whole, inline: string) => {
      const code = inline.replace(PAGE_ROOT, 'new URL("../",document.currentScript.src)');
      const name = `assets/inline.${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
      writeFileSync(join(site, name), code);
      return `<script src="${root}/${name}"></script>`;
    });
    writeFileSync(join(site, page), moved.replaceAll(INLINE_STYLE, "$1"));
  }
}
