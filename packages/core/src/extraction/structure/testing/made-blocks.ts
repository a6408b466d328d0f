import { layOutPage } from "../../layout/layout-page.ts";
import { OPTIONS, type PageBuilder } from "../../layout/testing/page-builder.ts";
import { documentBlocks } from "../document/document-blocks.ts";
import type { StructuredPage } from "../document/document-page.ts";
import { pageStructure } from "../page-structure.ts";
import type { DocumentBlocks } from "../model/block.ts";

/** The blocks of a document of made pages, and the text of its pages. */
export function blocksOf(...pages: readonly PageBuilder[]): DocumentBlocks & { readonly text: string } {
  const laidOut = pages.map((page, index) => {
    const content = page.build();
    const { layout, directions } = layOutPage(content, OPTIONS);
    const structure = JSON.stringify(pageStructure(content, directions()));
    const { width, height } = content;
    const read: StructuredPage = {
      ok: true,
      number: index + 1,
      width,
      height,
      lines: layout.lines,
      structure,
    };
    return { read, text: layout.text };
  });
  return {
    ...documentBlocks(laidOut.map(({ read }) => read)),
    text: laidOut.map(({ text }) => text).join("\n"),
  };
}

/** The texts of the headings of a page, its title among them. */
export function headingsOf(page: PageBuilder): readonly string[] {
  return blocksOf(page).blocks.flatMap((block) =>
    block.kind === "heading" || block.kind === "title" ? [block.text] : [],
  );
}
