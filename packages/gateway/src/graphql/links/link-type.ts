import type { DownloadForm, DownloadRendition, SignedLink } from "@galley/core/domain";
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

export const RenditionEnum = enumType<DownloadRendition>(
  "Rendition",
  "Files that a job offers for download.",
  {
    document: "The document as it was submitted.",
    text: "The text of all pages, with page separators.",
    searchable_pdf:
      "The document as PDF, with recognised words as an invisible text layer; up to 200 MB, not for encrypted documents.",
    markdown: "The document in Markdown.",
    html: "The document as an HTML article.",
    plain: "Plain text in reading order.",
    csv: "Its tables as CSV, with a blank line between them.",
    xlsx: "Its tables as an Excel workbook: a sheet for each, with numbers and dates as such.",
    tables: "Its tables with their cells, as JSON.",
    blocks: "Its blocks with their places, as JSON.",
    chunks: "Pieces for retrieval, a line of JSON for each.",
  },
);

export const DownloadFormEnum = enumType<DownloadForm>(
  "DownloadForm",
  "How several documents are downloaded.",
  {
    archive: "A ZIP archive with a file for each. Documents without the file are named in not-included.txt.",
    together:
      "One file with the tables of all; only for XLSX and CSV. The CSV has columns for file, page and table.",
  },
);
