import type { FieldsSchemaRecord } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";

@ObjectType("FieldsSchemaVersion", {
  description: "An earlier or the newest version of a schema of the organization.",
  simpleResolvers: true,
})
export class FieldsSchemaVersionType {
  @Field(() => GraphQLPositiveInt, { description: "Counted from 1." })
  readonly version!: number;

  @Field(() => String, { description: "The schema as JSON." })
  readonly definition!: string;

  @Field(() => GraphQLDateTime, { description: "When it was written." })
  readonly createdAt!: Date;
}

@ObjectType("FieldsSchema", {
  description: "What is read from documents: a JSON Schema with hints on how documents name its properties.",
})
export class FieldsSchemaType implements Pick<
  FieldsSchemaRecord,
  "name" | "isShipped" | "version" | "createdAt"
> {
  @Field(() => String, { description: "Identifies the schema in the organization." })
  readonly name!: string;

  @Field(() => Boolean, { description: "Whether it ships with the service and cannot be changed." })
  readonly isShipped!: boolean;

  @Field(() => GraphQLPositiveInt, { description: "The newest version, counted from 1." })
  readonly version!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the newest version was written; null if it ships.",
  })
  readonly createdAt!: Date | null;
}
