import type { Connector } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectorType } from "./connector-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreateConnectorInput", { description: "A connector to create." })
class CreateConnectorInput {
  @Field(() => String, { description: "The id of its kind." })
  readonly kindId!: string;

  @Field(() => String, {
    nullable: true,
    description: "Unique within the organization, at most 128 characters; null takes the name of its kind.",
  })
  readonly name!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    description: "Its settings in clear, as its kind describes them. They are kept encrypted.",
  })
  readonly settings!: Readonly<Record<string, unknown>>;

  @Field(() => String, {
    nullable: true,
    description: "What `beginOAuth` answered: the provider's credentials are taken, once.",
  })
  readonly oauthKey!: string | null | undefined;
}

@ObjectType("CreateConnectorPayload", {
  description: "What `createConnector` answers.",
  simpleResolvers: true,
})
class CreateConnectorPayload {
  @Field(() => ConnectorType, { description: "The new connector." })
  readonly connector!: Connector;
}

@InputType("UpdateConnectorInput", { description: "Which connector, and what of it to change." })
class UpdateConnectorInput {
  @Field(() => ID, { description: "The connector's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "The new name; null leaves it as it is." })
  readonly name!: string | null | undefined;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: "All settings anew; null leaves them as they are.",
  })
  readonly settings!: Readonly<Record<string, unknown>> | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "What `beginOAuth` answered: the provider's credentials take the place of the old ones.",
  })
  readonly oauthKey!: string | null | undefined;
}

@ObjectType("UpdateConnectorPayload", {
  description: "What `updateConnector` answers.",
  simpleResolvers: true,
})
class UpdateConnectorPayload {
  @Field(() => ConnectorType, { description: "The connector as it is now." })
  readonly connector!: Connector;
}

@InputType("DeleteConnectorInput", { description: "Which connector to delete." })
class DeleteConnectorInput {
  @Field(() => ID, { description: "The connector's id." })
  readonly id!: string;
}

@ObjectType("DeleteConnectorPayload", {
  description: "What `deleteConnector` answers.",
  simpleResolvers: true,
})
class DeleteConnectorPayload {
  @Field(() => ID, { description: "The id of the connector that was deleted." })
  readonly deletedId!: string;
}

@Resolver()
export class ConnectorMutations {
  @Mutation(() => CreateConnectorPayload, {
    description:
      "Creates a connector. BAD_INPUT when a setting is wrong, CONFLICT when the name is taken, EXPIRED when there are no credentials under the OAuth key.",
  })
  async createConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateConnectorInput, { description: "The connector." })
    { name, oauthKey, ...input }: CreateConnectorInput,
  ): Promise<CreateConnectorPayload> {
    const facts = { ...input, name: name ?? undefined, oauthKey: oauthKey ?? undefined };
    return { connector: await context.application.connectors.create(memberOf(context), facts) };
  }

  @Mutation(() => UpdateConnectorPayload, { description: "Changes what is given of a connector." })
  async updateConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateConnectorInput, { description: "What to change." })
    { id, name, settings, oauthKey }: UpdateConnectorInput,
  ): Promise<UpdateConnectorPayload> {
    const known = recordId(id, { kind: "connector", field: "id" });
    const changes = {
      name: name ?? undefined,
      settings: settings ?? undefined,
      oauthKey: oauthKey ?? undefined,
    };
    return { connector: await context.application.connectors.update(memberOf(context), known, changes) };
  }

  @Mutation(() => DeleteConnectorPayload, {
    description: "Deletes a connector. CONFLICT, naming them, while workflows use it.",
  })
  async deleteConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteConnectorInput, { description: "Which connector." }) {
      id,
    }: DeleteConnectorInput,
  ): Promise<DeleteConnectorPayload> {
    const known = recordId(id, { kind: "connector", field: "id" });
    const removed = await context.application.connectors.remove(memberOf(context), known);
    return { deletedId: removed.id };
  }
}
