import type { ConnectorKind, ConnectorMode, TestStep } from "@galley/core/domain";
import { GraphQLJSONObject, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { ConnectorModeEnum, TestStepNameEnum } from "./connector-enums.ts";

@ObjectType("ConnectorKind", { description: "What connectors there can be.", simpleResolvers: true })
export class ConnectorKindType implements Omit<ConnectorKind, "oauthBackend" | "oauthOptional"> {
  @Field(() => String, { description: "Names it in `createConnector`." })
  readonly id!: string;

  @Field(() => String, { description: "Its name." })
  readonly name!: string;

  @Field(() => String, { description: "What it connects to." })
  readonly description!: string;

  @Field(() => String, { description: "A picture, as a path below the service's address." })
  readonly icon!: string;

  @Field(() => ConnectorModeEnum, { description: "Whether it connects to files or tables." })
  readonly mode!: ConnectorMode;

  @Field(() => Boolean, { description: "Whether it can be a source." })
  readonly canRead!: boolean;

  @Field(() => Boolean, { description: "Whether it can be a destination." })
  readonly canWrite!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The provider that gives its credentials, for `beginOAuth`; null where none does.",
  })
  readonly oauthBackend!: string | undefined;

  @Field(() => GraphQLJSONObject, {
    description: 'Its settings as JSON Schema; secrets have the format "password".',
  })
  readonly settingsSchema!: Readonly<Record<string, unknown>>;
}

@ObjectType("ConnectionTestStep", {
  description: "Part of a test of a connection.",
  simpleResolvers: true,
})
export class ConnectionTestStepType implements Omit<TestStep, "failure"> {
  @Field(() => TestStepNameEnum, { description: "What was tried." })
  readonly name!: TestStep["name"];

  @Field(() => Boolean, { description: "Whether it went well." })
  readonly ok!: boolean;

  @Field(() => GraphQLNonNegativeInt, { description: "How long it took." })
  readonly milliseconds!: number;

  @Field(() => String, { description: 'For a person, without secrets; "" where there is nothing to say.' })
  readonly message!: string;
}
