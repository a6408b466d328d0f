import type { ConnectorKind, ConnectorMode, EndpointDirection, TestStep } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectionTestStepType, ConnectorKindType } from "./connector-kind-type.ts";
import { ConnectorModeEnum, EndpointDirectionEnum } from "./connector-enums.ts";

@InputType("TestConnectorInput", { description: "Settings to try." })
class TestConnectorInput {
  @Field(() => String, { description: "The id of the kind." })
  readonly kindId!: string;

  @Field(() => GraphQLJSONObject, { description: "In clear, as the kind describes them. They are not kept." })
  readonly settings!: Readonly<Record<string, unknown>>;

  @Field(() => String, {
    nullable: true,
    description: "What `beginOAuth` answered: the provider's credentials are tried, and stay to be taken.",
  })
  readonly oauthKey!: string | null | undefined;
}

@ObjectType("TestConnectorPayload", { description: "What `testConnector` answers.", simpleResolvers: true })
class TestConnectorPayload {
  @Field(() => Boolean, { description: "Whether every step went well." })
  readonly connects!: boolean;

  @Field(() => [ConnectionTestStepType], {
    description: "What was tried, in this order, to the first step that failed.",
  })
  readonly steps!: readonly TestStep[];
}

@InputType("BeginOAuthInput", { description: "Whose consent is to be asked for." })
class BeginOAuthInput {
  @Field(() => String, { description: "The `oauthBackend` of a kind." })
  readonly backend!: string;
}

@ObjectType("BeginOAuthPayload", { description: "What `beginOAuth` answers.", simpleResolvers: true })
class BeginOAuthPayload {
  @Field(() => String, {
    description:
      "For `createConnector`, `updateConnector` and `testConnector`: good for ten minutes, and once.",
  })
  readonly oauthKey!: string;

  @Field(() => String, {
    description: "Where the person's browser goes, as a path below the service's address.",
  })
  readonly loginPath!: string;
}

@Resolver()
export class ConnectorKindOperations {
  @Query(() => [ConnectorKindType], { description: "The kinds of connectors that there are." })
  connectorKinds(
    @Ctx() context: RequestContext,
    @Arg("direction", () => EndpointDirectionEnum, {
      nullable: true,
      description: "Only those that can be this end of a workflow.",
    })
    direction: EndpointDirection | null | undefined,
    @Arg("mode", () => ConnectorModeEnum, { nullable: true, description: "Only those of this mode." })
    mode: ConnectorMode | null | undefined,
  ): readonly ConnectorKind[] {
    memberOf(context);
    const filter = { direction: direction ?? undefined, mode: mode ?? undefined };
    return context.application.connectorKinds.list(filter);
  }

  @Mutation(() => TestConnectorPayload, {
    description:
      "Tries whether settings connect, in 15 seconds at most. BAD_INPUT when one is wrong, EXPIRED when there are no credentials under the OAuth key.",
  })
  async testConnector(
    @Ctx() context: RequestContext,
    @Arg("input", () => TestConnectorInput, { description: "What to try." })
    { oauthKey, ...trial }: TestConnectorInput,
  ): Promise<TestConnectorPayload> {
    const steps = await context.application.connectorKinds.test(memberOf(context), {
      ...trial,
      oauthKey: oauthKey ?? undefined,
      signal: new AbortController().signal,
    });
    return { connects: steps.every(({ ok }) => ok), steps };
  }

  @Mutation(() => BeginOAuthPayload, {
    description:
      "Begins a way through a provider's consent. BAD_INPUT when there is no such backend, UNAVAILABLE when it is not configured.",
  })
  async beginOAuth(
    @Ctx() context: RequestContext,
    @Arg("input", () => BeginOAuthInput, { description: "Whose consent." }) { backend }: BeginOAuthInput,
  ): Promise<BeginOAuthPayload> {
    const oauthKey = await context.application.oauth.begin(memberOf(context), backend);
    const loginPath = `/oauth/login/${encodeURIComponent(backend)}/?oauth-key=${encodeURIComponent(oauthKey)}`;
    return { oauthKey, loginPath };
  }
}
