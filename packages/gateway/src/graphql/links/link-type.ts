import type { SignedLink, StructureFormat } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";

@ObjectType("SignedLink", {
  description:
    "A link that can be opened without credentials until it expires. Share it only with people who may see its content.",
  simpleResolvers: true,
})
export class SignedLinkType implements SignedLink {
  @Field(() => String, { description: "Path below the service's address, with a leading slash." })
  readonly path!: string;

  @Field(() => GraphQLDateTime, { description: "When it expires, 15 to 30 minutes after it was queried." })
  readonly expiresAt!: Date;
}

/** `chunks` are lines of JSON in a file. */
export type Rendition = "document" | "text" | "searchable_pdf" | Exclude<StructureFormat, "chunk_lines">;

export const RenditionEnum = enumType<Rendition>("Rendition", "Files that a job offers for download.", {
  document: "The document as it was submitted.",
  text: "The text of all pages, with page separators.",
  searchable_pdf:
    "The document as PDF, with recognised words as an invisible text layer; up to 200 MB, not for encrypted documents.",
  markdown: "The document in Markdown.",
  html: "The document as an HTML article.",
  plain: "Plain text in reading order.",
  csv: "Its tables as CSV, with a blank line between them.",
  tables: "Its tables with their cells, as JSON.",
  blocks: "Its blocks with their places, as JSON.",
  chunks: "Pieces for retrieval, a line of JSON for each.",
});
