import type { Block } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const BlockKindEnum = enumType<Block["kind"]>("BlockKind", "Kinds of blocks of a document.", {
  title: "The title of the document.",
  heading: "A heading; see its level.",
  paragraph: "A paragraph.",
  list: "A list; its items are in `json`, nested lists with them.",
  table: "A table.",
  figure: "A picture.",
  caption: "A caption without a figure or table.",
  footnote: "A footnote.",
  page_header: "A header that pages repeat.",
  page_footer: "A footer that pages repeat.",
  page_number: "The number of a page.",
  form_field: "A form field with its label.",
  check_box: "A check box or radio button with its label.",
  code: "Lines of code.",
  formula: "A formula as it is written.",
});
