import type { DocumentFile, DocumentSource } from "@galley/core/domain";
import { GraphQLSafeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("DocumentFile", { description: "A received document.", simpleResolvers: true })
export class DocumentFileType implements Omit<DocumentFile, "objectKey"> {
  @Field(() => String, { description: "The file name that the sender gave." })
  readonly name!: string;

  @Field(() => GraphQLSafeInt, { description: "Size in bytes." })
  readonly bytes!: number;

  @Field(() => String, { description: "SHA-256 of the content, in hexadecimal." })
  readonly sha256!: string;

  @Field(() => String, { description: "MD5 of the content, in hexadecimal." })
  readonly md5!: string;

  @Field(() => String, { description: "Media type, detected from the first bytes." })
  readonly mediaType!: string;
}

@ObjectType("DocumentSource", {
  description: "The URL that a document is fetched from.",
  simpleResolvers: true,
})
export class DocumentSourceType implements DocumentSource {
  @Field(() => String, { description: "The URL as submitted." })
  readonly url!: string;

  @Field(() => String, { description: "File name of the fetched document." })
  readonly name!: string;
}
