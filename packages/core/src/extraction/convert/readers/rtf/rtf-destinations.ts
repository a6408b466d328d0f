/** Destinations whose content is not text of the document. */
export const SKIPPED: ReadonlySet<string> = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "listtable",
  "listoverridetable",
  "revtbl",
  "rsidtbl",
  "generator",
  "themedata",
  "colorschememapping",
  "datastore",
  "latentstyles",
  "xmlnstbl",
  "filetbl",
  "pgptbl",
  "mmathPr",
  "bkmkstart",
  "bkmkend",
  "nonshppict",
  "sp",
  "panose",
  "falt",
  "atrfstart",
  "atrfend",
  "atnid",
  "atnauthor",
  "atntime",
  "atndate",
  "atnref",
  "listname",
  "template",
  "wgrffmtfilter",
  "pntxta",
  "pntxtb",
  "xe",
  "tc",
  "rxe",
  "txe",
  "ftnsep",
  "ftnsepc",
  "ftncn",
  "aftnsep",
  "aftnsepc",
  "aftncn",
  // The same drawing for older programs.
  "shprslt",
  "objdata",
  "objclass",
  "objname",
]);

/** Destinations marked as optional whose content is text. */
export const KEPT: ReadonlySet<string> = new Set([
  "shpinst",
  "shptxt",
  "shppict",
  "pntext",
  "nesttableprops",
  "annotation",
  "do",
  "dptxbxtext",
]);

/** Destinations of headers and footers: of all pages, of odd and even ones, and of a section's first. */
export const PARTS = [
  "header",
  "headerl",
  "headerr",
  "headerf",
  "footer",
  "footerl",
  "footerr",
  "footerf",
] as const;
export type PartDestination = (typeof PARTS)[number];

export function partOf(word: string): PartDestination | undefined {
  return PARTS.find((part) => part === word);
}
