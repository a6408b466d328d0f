import type { ConnectorKind, ConnectorMode, EndpointDirection, TestStep } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { recordId } from "../node/record-id.ts";
import { ConnectionTestStepType, ConnectorKindType } from "./connector-kind-type.ts";
import { ConnectorModeEnum, EndpointDirectionEnum } from "./connector-enums.ts";

@InputType("TestConnectorInput", { description: "The settings to test." })
class TestConnectorInput {
  @Field(() => String, { description: "Id of the kind." })
  readonly kindId!: string;

  @Field(() => GraphQLJSONObject, {
    description: "Settings in plain text, as described by the kind's `settingsSchema`. They are not stored.",
  })
  readonly settings!: Readonly<Record<string, unknown>>;

  @Field(() => ID, {
    nullable: true,
    description: "A connector that the caller can change; its secrets are used for settings of ********.",
  })
  readonly connectorId!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The key from `beginOAuth`; its credentials are tested and remain available.",
  })
  readonly oauthKey!: string | null | undefined;
}

@ObjectType("TestConnectorPayload", { description: "Result of `testConnector`.", simpleResolvers: true })
class TestConnectorPayload {
  @Field(() => Boolean, { description: "Whether all steps succeeded." })
  readonly connects!: boolean;

  @Field(() => [ConnectionTestStepType], {
    description: "The steps in order, up to the first that failed.",
  })
  readonly steps!: readonly TestStep[];
}

@InputType("BeginOAuthInput", { description: "The OAuth provider." })
class BeginOAuthInput {
  @Field(() => String, { description: "The `oauthBackend` of a kind." })
  readonly backend!: string;
}

@ObjectType("BeginOAuthPayload", { description: "Result of `beginOAuth`.", simpleResolvers: true })
class BeginOAuthPayload {
  @Field(() => String, {
    description:
      "Pass it to `createConnector`, `updateConnector` or `testConnector`. It is valid for ten minutes and can be used once.",
  })
  readonly oauthKey!: string;

  @Field(() => String, {
    description: "Path on this service to open in the person's browser.",
  })
  readonly loginPath!: string;
}

@Resolver()
export class ConnectorKindOperations {
  @Query(() => [ConnectorKindType], { description: "The available kinds of connectors." })
  connectorKinds(
    @Ctx() context: RequestContext,
    @Arg("direction", () => EndpointDirectionEnum, {
      nullable: true,
      description: "Only kinds that can be this end of a workflow.",
    })
    direction: EndpointDirection | null | undefined,
    @Arg("mode", () => ConnectorModeEnum, { nullable: true, description: "Only kinds of this mode." })
    mode: ConnectorMode | null | undefined,
  ): readonly ConnectorKind[] {
    memberOf(context);
    const filter = { direction: direction ?? undefined, mode: mode ?? undefined };
    return context.application.connectorKinds.list(filter);
  }

  @Mutation(() => TestConnectorPayload, {
    description:
      "Tests whether settings connect, within at most 15 seconds. BAD_INPUT if a setting is invalid, EXPIRED if the OAuth key has no credentials or has expired.",
  })
  async testConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => TestConnectorInput, { description: "The settings to test." })
    { oauthKey, connectorId, ...trial }: TestConnectorInput,
  ): Promise<TestConnectorPayload> {
    const steps = await context.application.connectorKinds.test(memberOf(context), {
      ...trial,
      connectorId:
        typeof connectorId === "string"
          ? recordId(connectorId, { kind: "connector", field: "connectorId" })
          : undefined,
      oauthKey: oauthKey ?? undefined,
      signal: new AbortController().signal,
    });
    return { connects: steps.every(({ ok }) => ok), steps };
  }

  @Mutation(() => BeginOAuthPayload, {
    description:
      "Starts an OAuth authorization. BAD_INPUT if the backend does not exist, UNAVAILABLE if it is not configured.",
  })
  async beginOAuth(
    @Ctx() context: RequestContext,
    @Arg("input", () => BeginOAuthInput, { description: "The OAuth provider." }) { backend }: BeginOAuthInput,
  ): Promise<BeginOAuthPayload> {
    const oauthKey = await context.application.oauth.begin(memberOf(context), backend);
    const loginPath = `/oauth/login/${encodeURIComponent(backend)}/?oauth-key=${encodeURIComponent(oauthKey)}`;
    return { oauthKey, loginPath };
  }
}
