import type { Connector } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectorType } from "./connector-type.ts";
import { recordId } from "../node/record-id.ts";
import { UNMODIFIED_SINCE } from "../node/unmodified-since.ts";

@InputType("CreateConnectorInput", { description: "A connector to create." })
class CreateConnectorInput {
  @Field(() => String, { description: "Id of its kind." })
  readonly kindId!: string;

  @Field(() => String, {
    nullable: true,
    description: "Unique within the organization, at most 128 characters; null uses the name of its kind.",
  })
  readonly name!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    description:
      "Settings in plain text, as described by the kind's `settingsSchema`. They are stored encrypted.",
  })
  readonly settings!: Readonly<Record<string, unknown>>;

  @Field(() => String, {
    nullable: true,
    description:
      "The key from `beginOAuth`; its credentials are moved to the connector and can be used once.",
  })
  readonly oauthKey!: string | null | undefined;
}

@ObjectType("CreateConnectorPayload", {
  description: "Result of `createConnector`.",
  simpleResolvers: true,
})
class CreateConnectorPayload {
  @Field(() => ConnectorType, { description: "The new connector." })
  readonly connector!: Connector;
}

@InputType("UpdateConnectorInput", { description: "The connector and the changes." })
class UpdateConnectorInput {
  @Field(() => ID, { description: "The connector's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "The new name; null keeps the current value." })
  readonly name!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: "All settings; they replace the current ones. Null keeps the current ones.",
  })
  readonly settings!: Readonly<Record<string, unknown>> | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The key from `beginOAuth`; its credentials replace the current ones.",
  })
  readonly oauthKey!: string | null | undefined;

  @Field(() => GraphQLDateTime, { nullable: true, description: UNMODIFIED_SINCE })
  readonly unmodifiedSince!: Date | null | undefined;
}

@ObjectType("UpdateConnectorPayload", {
  description: "Result of `updateConnector`.",
  simpleResolvers: true,
})
class UpdateConnectorPayload {
  @Field(() => ConnectorType, { description: "The updated connector." })
  readonly connector!: Connector;
}

@InputType("DeleteConnectorInput", { description: "The connector to delete." })
class DeleteConnectorInput {
  @Field(() => ID, { description: "The connector's id." })
  readonly id!: string;
}

@ObjectType("DeleteConnectorPayload", {
  description: "Result of `deleteConnector`.",
  simpleResolvers: true,
})
class DeleteConnectorPayload {
  @Field(() => ID, { description: "Id of the deleted connector." })
  readonly deletedId!: string;
}

@Resolver()
export class ConnectorMutations {
  @Mutation(() => CreateConnectorPayload, {
    description:
      "Creates a connector. BAD_INPUT if a setting is invalid, CONFLICT if the name is taken, EXPIRED if the OAuth key has no credentials or has expired.",
  })
  async createConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateConnectorInput, { description: "The connector." })
    { name, oauthKey, ...input }: CreateConnectorInput,
  ): Promise<CreateConnectorPayload> {
    const facts = { ...input, name: name ?? undefined, oauthKey: oauthKey ?? undefined };
    return { connector: await context.application.connectors.create(memberOf(context), facts) };
  }

  @Mutation(() => UpdateConnectorPayload, {
    description: "Updates a connector. Fields that are left out keep their values.",
  })
  async updateConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateConnectorInput, { description: "What to change." })
    { id, name, settings, oauthKey, unmodifiedSince }: UpdateConnectorInput,
  ): Promise<UpdateConnectorPayload> {
    const known = recordId(id, { kind: "connector", field: "id" });
    const changes = {
      name: name ?? undefined,
      settings: settings ?? undefined,
      oauthKey: oauthKey ?? undefined,
      unmodifiedSince: unmodifiedSince ?? undefined,
    };
    return { connector: await context.application.connectors.update(memberOf(context), known, changes) };
  }

  @Mutation(() => DeleteConnectorPayload, {
    description: "Deletes a connector. CONFLICT if workflows use it; the message lists them.",
  })
  async deleteConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteConnectorInput, { description: "The connector." }) { id }: DeleteConnectorInput,
  ): Promise<DeleteConnectorPayload> {
    const known = recordId(id, { kind: "connector", field: "id" });
    const removed = await context.application.connectors.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }
}
