import {
  type Block,
  type DocumentBlocks,
  type NestedList,
  tablesOf,
  toChunks,
  toHtml,
  toMarkdown,
  toPlainText,
} from "@galley/core";

/** Each character of a block that a reader sees; plain bullets are those of the rendition. */
export function charactersOf(own: Block): string {
  if ("text" in own) return own.text;
  if (own.kind === "list") return listCharacters(own);
  if (own.kind === "table") return own.caption + own.cells.map((each) => each.text).join("");
  if (own.kind === "figure") return own.caption + own.description;
  return own.label + ("value" in own ? own.value : "");
}

/** Markdown and HTML have bullets of their own. */
function isPlainBullet(marker: string): boolean {
  return marker === "o" || !/[\p{L}\p{N}☑§]/u.test(marker);
}

function listCharacters({ items }: NestedList): string {
  return items
    .map(
      (item) =>
        (isPlainBullet(item.marker) ? "" : item.marker) +
        item.text +
        item.lists.map((own) => listCharacters(own)).join(""),
    )
    .join("");
}

/** Letters of the made texts do not spell the name of an element. */
const TAG =
  /(?<!\\)<\/?(?:article|table|caption|thead|tbody|t[rdh]|p|h\d|header|footer|figure|figcaption|span|label|input|ul|ol|li|pre|code|strong|em|b|a href|br)(?: [^>]*)?>/gu;

/** The text that a browser shows, with the numbers of list items and the descriptions of pictures. */
function shownHtml(html: string): string {
  const shown = html
    .replaceAll(/<li value="(\d+)">/gu, "$1.")
    .replaceAll(/<span role="img" aria-label="([^"]*)">/gu, "$1")
    .replaceAll(TAG, " ");
  return shown
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

/** The characters that a rendition has less often, without white space. */
export function lostCharacters(characters: string, rendition: string): readonly string[] {
  const left = new Map<string, number>();
  for (const own of rendition) left.set(own, (left.get(own) ?? 0) + 1);
  return Array.from(characters).filter((own) => {
    const count = left.get(own) ?? 0;
    left.set(own, count - 1);
    return own.trim() !== "" && count === 0;
  });
}

/** Markdown writes tables with spans as HTML, and escapes what would be markup in tables with pipes. */
function shownMarkdown(markdown: string): string {
  return markdown.startsWith("<table") || markdown.includes("\n<table") ? shownHtml(markdown) : markdown;
}

/** The characters that the renditions of a document lose, by rendition. */
export function lossesOf(
  document: Pick<DocumentBlocks, "blocks">,
): Readonly<Record<string, readonly string[]>> {
  const all = { runningTexts: true };
  const { blocks } = document;
  const characters = blocks.map((block) => charactersOf(block)).join("");
  const inChunks = blocks.filter(({ kind }) => !kind.startsWith("page_"));
  const cells = blocks.flatMap((block) =>
    block.kind === "table" ? block.cells.map(({ text }) => text) : [],
  );
  const tables = tablesOf(document);
  return {
    markdown: lostCharacters(characters, shownMarkdown(toMarkdown(document, all))),
    html: lostCharacters(characters, shownHtml(toHtml(document, all))),
    plain: lostCharacters(characters, toPlainText(document, all)),
    chunks: lostCharacters(
      inChunks.map((block) => charactersOf(block)).join(""),
      toChunks(document, { size: 16 })
        .map(({ text }) => text)
        .join("\n"),
    ),
    csv: lostCharacters(cells.join(""), tables.map(({ csv }) => csv).join("")),
    rows: lostCharacters(cells.join(""), tables.map(({ rows }) => rows.flat().join("")).join("")),
  };
}

export const NO_LOSS = { markdown: [], html: [], plain: [], chunks: [], csv: [], rows: [] };
