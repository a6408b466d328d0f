import type { ConnectionType, EndpointDirection, InputProblem, Submission } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, ObjectType, Query, Resolver } from "type-graphql";
import { EndpointDirectionEnum } from "../connectors/connector-enums.ts";
import { memberOf, type RequestContext } from "../context/context.ts";
import { ExtractionOptionsInput, givenOptions } from "../options/extraction-options.ts";
import { ConnectionTypeEnum } from "./workflow-type.ts";

@ObjectType("InputProblem", { description: "Why an input would be rejected.", simpleResolvers: true })
class InputProblemType implements InputProblem {
  @Field(() => String, { description: "The invalid field." })
  readonly field!: string;

  @Field(() => String, { description: "The message that the call would be rejected with." })
  readonly message!: string;
}

/** For forms that show what is wrong while it is typed. */
@Resolver()
export class InputCheckQueries {
  @Query(() => InputProblemType, {
    nullable: true,
    description:
      "Why extraction options would be rejected; null if they are valid. Languages count as valid if they are installed where the request is answered.",
  })
  async optionProblem(
    @Ctx() context: RequestContext,
    @Arg("options", () => ExtractionOptionsInput, { description: "The options." })
    options: Submission["options"],
  ): Promise<InputProblem | null> {
    memberOf(context);
    return (await context.application.inputChecks.optionProblem(givenOptions(options))) ?? null;
  }

  @Query(() => InputProblemType, {
    nullable: true,
    description: "Why the configuration of a workflow's endpoint would be rejected; null if it is valid.",
  })
  async endpointProblem(
    @Ctx() context: RequestContext,
    @Arg("direction", () => EndpointDirectionEnum, { description: "Source or destination." })
    direction: EndpointDirection,
    @Arg("connection", () => ConnectionTypeEnum, { description: "Its connection type." })
    connection: ConnectionType,
    @Arg("configuration", () => GraphQLJSONObject, { description: "The configuration." })
    configuration: Readonly<Record<string, unknown>>,
  ): Promise<InputProblem | null> {
    const endpoint = { direction, connection, configuration };
    return (await context.application.inputChecks.endpointProblem(memberOf(context), endpoint)) ?? null;
  }
}
