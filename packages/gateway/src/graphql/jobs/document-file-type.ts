import type { DocumentFile, DocumentSource } from "@galley/core/domain";
import { GraphQLSafeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("DocumentFile", { description: "A document as it was received.", simpleResolvers: true })
export class DocumentFileType implements Omit<DocumentFile, "objectKey"> {
  @Field(() => String, { description: "The name that its sender gave it." })
  readonly name!: string;

  @Field(() => GraphQLSafeInt, { description: "Its size in bytes." })
  readonly bytes!: number;

  @Field(() => String, { description: "SHA-256 of its bytes, hexadecimal." })
  readonly sha256!: string;

  @Field(() => String, { description: "MD5 of its bytes, hexadecimal." })
  readonly md5!: string;

  @Field(() => String, { description: "Its media type, known by its first bytes." })
  readonly mediaType!: string;
}

@ObjectType("DocumentSource", { description: "Where a document is fetched from.", simpleResolvers: true })
export class DocumentSourceType implements DocumentSource {
  @Field(() => String, { description: "The address, as its caller gave it." })
  readonly url!: string;

  @Field(() => String, { description: "What the document is called once it is here." })
  readonly name!: string;
}
