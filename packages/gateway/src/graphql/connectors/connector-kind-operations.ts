import type { ConnectorKind, ConnectorMode, EndpointDirection, TestStep } from "@galley/core/domain";
import {
  Arg,
  Ctx,
  Field,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ConnectionTestStepType, ConnectorKindType } from "./connector-kind-type.ts";
import { ConnectorModeEnum, EndpointDirectionEnum } from "./connector-enums.ts";
import { ConnectorReferenceInput, referenceOf } from "./store-types.ts";
import { startedStream, stoppable } from "../subscriptions/change-stream.ts";

@InputType("TestConnectorInput", { description: "The settings to test." })
class TestConnectorInput extends ConnectorReferenceInput {}

@ObjectType("TestConnectorPayload", { description: "Result of `testConnector`.", simpleResolvers: true })
class TestConnectorPayload {
  @Field(() => Boolean, { description: "Whether all steps succeeded." })
  readonly connects!: boolean;

  @Field(() => [ConnectionTestStepType], {
    description: "The steps in order, up to the first that failed.",
  })
  readonly steps!: readonly TestStep[];
}

@ObjectType("ConnectorTest", { description: "A connection test under way.", simpleResolvers: true })
class ConnectorTestType {
  @Field(() => [ConnectionTestStepType], { description: "The steps that are done." })
  readonly steps!: readonly TestStep[];

  @Field(() => Boolean, { description: "Whether the test has ended." })
  readonly finished!: boolean;

  @Field(() => Boolean, { description: "Whether the test has ended and all steps succeeded." })
  readonly connects!: boolean;
}

async function* progressOf(steps: AsyncIterable<TestStep>): AsyncGenerator<ConnectorTestType> {
  const done: TestStep[] = [];
  for await (const step of steps) {
    done.push(step);
    yield { steps: [...done], finished: false, connects: false };
  }
  yield { steps: done, finished: true, connects: done.every(({ ok }) => ok) };
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
    reference: TestConnectorInput,
  ): Promise<TestConnectorPayload> {
    const { signal } = new AbortController();
    const steps: TestStep[] = [];
    const { explorer } = context.application;
    for await (const step of explorer.test(memberOf(context), referenceOf(reference), signal))
      steps.push(step);
    return { connects: steps.every(({ ok }) => ok), steps };
  }

  @Subscription(() => ConnectorTestType, {
    description:
      "Tests a connection as `testConnector` does and sends the steps as they are done; completes with the test.",
    subscribe({
      args,
      context,
    }: SubscribeResolverData<undefined, { input: TestConnectorInput }, RequestContext>) {
      const stop = new AbortController();
      const { explorer } = context.application;
      const steps = explorer.test(memberOf(context), referenceOf(args.input), stop.signal);
      return startedStream(stoppable(progressOf(steps), stop));
    },
  })
  connectorTested(
    @Root() progress: ConnectorTestType,
    @Arg("input", () => TestConnectorInput, { description: "The connection to test." })
    _input: TestConnectorInput,
  ): ConnectorTestType {
    return progress;
  }

  @Mutation(() => BeginOAuthPayload, {
    description:
      "Starts an OAuth authorization. BAD_INPUT if the backend does not exist or is not configured.",
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
