import type { MarkdownRenderer } from "vitepress";

/** The anchor of a heading as code hosts make it, since the pages are read there as well. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** Markdown that needs no inline styles, and in which braces are text. */
export function addRules(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("strict-policy", ({ tokens }) => {
    for (const token of tokens) {
      const alignment = /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
      if (alignment === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
      token.attrJoin("class", `align-${alignment}`);
    }
  });
  for (const name of ["text", "code_inline"] as const) {
    const rule = markdown.renderer.rules[name];
    markdown.renderer.rules[name] = (...call) =>
      (rule?.(...call) ?? markdown.utils.escapeHtml(call[0][call[1]]?.content ?? "")).replaceAll(
        "{{",
        "&#123;&#123;",
      );
  }
}
