import {
  isSplittable,
  type DocumentFields,
  type FieldsSchemaRecord,
  type SchemaDefinition,
  type SignedLink,
  type TableFormat,
  type User,
} from "@galley/core/domain";
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { SignedLinkType } from "../links/link-type.ts";
import { UserType } from "../members/user-type.ts";
import type { Connection } from "../paging/connection.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import {
  DeleteFieldsSchemaInput,
  DocumentFieldsFilterInput,
  FieldsSchemaInput,
  filterOf,
} from "./document-fields-inputs.ts";
import { TableFormatEnum } from "./document-fields-type.ts";
import { DocumentFieldsConnectionType, listFields } from "./list-fields.ts";
import { FieldsSchemaType, FieldsSchemaVersionType } from "./fields-schema-type.ts";
import { parsedDefinition } from "./parsed-definition.ts";

@ObjectType("FieldsSchemaPayload", {
  description: "Result of `createFieldsSchema` and `updateFieldsSchema`.",
  simpleResolvers: true,
})
class FieldsSchemaPayload {
  @Field(() => FieldsSchemaType, { description: "The schema." })
  readonly schema!: FieldsSchemaRecord;
}

@ObjectType("DeleteFieldsSchemaPayload", {
  description: "Result of `deleteFieldsSchema`.",
  simpleResolvers: true,
})
class DeleteFieldsSchemaPayload {
  @Field(() => String, { description: "The name of the deleted schema." })
  readonly name!: string;
}

@Resolver(() => FieldsSchemaType)
export class FieldsSchemaOperations {
  @Query(() => [FieldsSchemaType], {
    description: "The schemas that ship, then those of the organization, by name; at most 300.",
  })
  fieldsSchemas(@Ctx() context: RequestContext): Promise<readonly FieldsSchemaRecord[]> {
    return context.application.fields.schemas(callerOf(context));
  }

  @Query(() => FieldsSchemaType, {
    nullable: true,
    description: "A schema by its name. NOT_FOUND if there is none.",
  })
  fieldsSchema(
    @Ctx() context: RequestContext,
    @Arg("name", () => String, { description: "Its name." }) name: string,
  ): Promise<FieldsSchemaRecord> {
    return context.application.fields.schema(callerOf(context), name);
  }

  @Mutation(() => FieldsSchemaPayload, {
    description: "Creates a schema. CONFLICT if there is one of this name.",
  })
  async createFieldsSchema(
    @Ctx() context: RequestContext,
    @Arg("input", () => FieldsSchemaInput, { description: "The schema." }) input: FieldsSchemaInput,
  ): Promise<FieldsSchemaPayload> {
    const { fields } = context.application;
    return { schema: await fields.createSchema(callerOf(context), schemaIn(input)) };
  }

  @Mutation(() => FieldsSchemaPayload, {
    description:
      "Adds a version to a schema of the organization, by which documents are read from now on. CONFLICT if it ships.",
  })
  async updateFieldsSchema(
    @Ctx() context: RequestContext,
    @Arg("input", () => FieldsSchemaInput, { description: "The schema." }) input: FieldsSchemaInput,
  ): Promise<FieldsSchemaPayload> {
    const { fields } = context.application;
    return { schema: await fields.updateSchema(callerOf(context), schemaIn(input)) };
  }

  @Mutation(() => DeleteFieldsSchemaPayload, {
    description:
      "Deletes a schema with all its versions and all fields that were read by it. CONFLICT with the names of the pipelines that use it.",
  })
  async deleteFieldsSchema(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteFieldsSchemaInput, { description: "The schema." })
    { name }: DeleteFieldsSchemaInput,
  ): Promise<DeleteFieldsSchemaPayload> {
    await context.application.fields.deleteSchema(callerOf(context), name);
    return { name };
  }

  @FieldResolver(() => String, { description: "The schema as JSON." })
  definition(@Root() { definition }: FieldsSchemaRecord): string {
    return JSON.stringify(definition, undefined, 2);
  }

  @FieldResolver(() => String, { description: "Its `title`, or its name." })
  title(@Root() { name, definition: { title } }: FieldsSchemaRecord): string {
    return typeof title === "string" && title !== "" ? title : name;
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether a document with several invoices can be split: the schema is of the kind `invoice`.",
  })
  isSplittable(@Root() { definition }: FieldsSchemaRecord): boolean {
    return isSplittable(definition);
  }

  @FieldResolver(() => UserType, {
    nullable: true,
    description: "The author of the newest version; null if it ships or the credentials belong to no user.",
  })
  async author(
    @Ctx() { users }: RequestContext,
    @Root() { authorId }: FieldsSchemaRecord,
  ): Promise<User | null> {
    return authorId === null ? null : ((await users.load(authorId)) ?? null);
  }

  @FieldResolver(() => [FieldsSchemaVersionType], {
    description: "Its versions, newest first; empty if it ships.",
  })
  async versions(
    @Ctx() context: RequestContext,
    @Root() { name }: FieldsSchemaRecord,
  ): Promise<readonly FieldsSchemaVersionType[]> {
    const versions = await context.application.fields.versions(callerOf(context), name);
    return versions.map(({ version, definition, createdAt }) => ({
      version,
      definition: JSON.stringify(definition, undefined, 2),
      createdAt,
    }));
  }

  @FieldResolver(() => DocumentFieldsConnectionType, {
    description: "The documents whose fields were read by the schema, or will be; the oldest first.",
  })
  documents(
    @Ctx() context: RequestContext,
    @Root() { name: schema }: FieldsSchemaRecord,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => DocumentFieldsFilterInput, {
      nullable: true,
      description: "Only matching documents; null means all.",
    })
    filter?: DocumentFieldsFilterInput | null,
  ): Promise<Connection<DocumentFields>> {
    return listFields(context, part, { ...filterOf(filter), schema });
  }

  @FieldResolver(() => SignedLinkType, {
    description:
      "A link to download the data of the documents as a table, a row each. Documents that wait, failed or were rejected are left out. The file is written when the link is opened.",
  })
  download(
    @Ctx() context: RequestContext,
    @Root() { name: schema }: FieldsSchemaRecord,
    @Arg("format", () => TableFormatEnum, { description: "The file format." }) format: TableFormat,
    @Arg("filter", () => DocumentFieldsFilterInput, {
      nullable: true,
      description: "Only matching documents; null means all.",
    })
    filter?: DocumentFieldsFilterInput | null,
  ): SignedLink {
    const { organizationId } = callerOf(context);
    const { statuses, search } = filterOf(filter);
    return context.linkTo(
      { kind: "fields_table", organizationId, schema, format, statuses, search, at: Date.now() },
      `${schema}.${format}`,
    );
  }
}

function schemaIn({ name, definition }: FieldsSchemaInput): {
  readonly name: string;
  readonly definition: SchemaDefinition;
} {
  return { name, definition: parsedDefinition(definition) };
}
