import { connectionHint, type ConnectorKind, type ConnectorMode, type TestStep } from "@galley/core/domain";
import { GraphQLJSONObject, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType, Root } from "type-graphql";
import { ConnectorModeEnum, TestStepNameEnum } from "./connector-enums.ts";

@ObjectType("ConnectorKind", { description: "A kind of connector.", simpleResolvers: true })
export class ConnectorKindType implements Omit<ConnectorKind, "oauthBackend" | "oauthOptional"> {
  @Field(() => String, { description: "The `kindId` for `createConnector`." })
  readonly id!: string;

  @Field(() => String, { description: "Name." })
  readonly name!: string;

  @Field(() => String, { description: "What it connects to: files or a database." })
  readonly description!: string;

  @Field(() => String, { description: "Path of its icon on this service." })
  readonly icon!: string;

  @Field(() => ConnectorModeEnum, { description: "Whether it connects to files or a database." })
  readonly mode!: ConnectorMode;

  @Field(() => Boolean, { description: "Whether it can be the source of a workflow." })
  readonly canRead!: boolean;

  @Field(() => Boolean, { description: "Whether it can be the destination of a workflow." })
  readonly canWrite!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The OAuth provider, for `beginOAuth`; null if it does not use OAuth.",
  })
  readonly oauthBackend!: string | undefined;

  @Field(() => GraphQLJSONObject, {
    description: 'JSON Schema of its settings; secrets have the format "password".',
  })
  readonly settingsSchema!: Readonly<Record<string, unknown>>;
}

@ObjectType("ConnectionTestStep", { description: "A step of a connection test." })
export class ConnectionTestStepType implements Omit<TestStep, "failure"> {
  @Field(() => TestStepNameEnum, { description: "The step." })
  readonly name!: TestStep["name"];

  @Field(() => Boolean, { description: "Whether it succeeded." })
  readonly ok!: boolean;

  @Field(() => GraphQLNonNegativeInt, { description: "Duration." })
  readonly milliseconds!: number;

  @Field(() => String, { description: 'Human-readable message without secrets; "" if there is none.' })
  readonly message!: string;

  @Field(() => String, { description: 'What to do if it failed; "" if it succeeded.' })
  hint(@Root() { failure }: TestStep): string {
    return failure === null ? "" : connectionHint(failure);
  }
}
