import type { Pipeline, PipelineKind, PipelineOrder } from "@galley/core/domain";
import { Arg, Args, Ctx, Field, ID, InputType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { OrderDirectionEnum, PipelineKindEnum, PipelineOrderFieldEnum } from "./pipeline-enums.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { PipelineType } from "./pipeline-type.ts";
import { listPart } from "../paging/list-part.ts";
import { recordId } from "../node/record-id.ts";

const PipelineConnectionType = connectionType<Pipeline>(PipelineType, {
  name: "Pipeline",
  order: "in the order that was asked for",
});

@InputType("PipelineFilter", {
  description: "Which pipelines a list holds: those for which all of it is true.",
})
class PipelineFilter {
  @Field(() => PipelineKindEnum, { nullable: true, description: "Of this kind." })
  readonly kind!: PipelineKind | null | undefined;

  @Field(() => ID, { nullable: true, description: "That run this workflow." })
  readonly workflowId!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "With exactly this name." })
  readonly name!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "With this in their names, in any case." })
  readonly search!: string | null | undefined;
}

@InputType("PipelineOrder", { description: "The order of a list of pipelines." })
class PipelineOrderInput {
  @Field(() => PipelineOrderFieldEnum, { description: "By what." })
  readonly by!: PipelineOrder["by"];

  @Field(() => OrderDirectionEnum, { description: "Which end is first." })
  readonly direction!: PipelineOrder["direction"];
}

@Resolver()
export class PipelineQueries {
  @Query(() => PipelineType, {
    nullable: true,
    description: "A pipeline by its id. NOT_FOUND when there is none.",
  })
  pipeline(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The pipeline's id." }) id: string,
  ): Promise<Pipeline> {
    const known = recordId(id, { kind: "pipeline", field: "id" });
    return context.application.pipelines.find(memberOf(context), known);
  }

  @Query(() => PipelineConnectionType, {
    description:
      "The pipelines that the caller sees. Unless another order is asked for, the one that ran last is first.",
  })
  pipelines(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => PipelineFilter, { nullable: true, description: "Which; null means all." })
    filter?: PipelineFilter | null,
    @Arg("orderBy", () => PipelineOrderInput, { nullable: true, description: "In which order." })
    orderBy?: PipelineOrderInput | null,
  ): Promise<Connection<Pipeline>> {
    const member = memberOf(context);
    const { pipelines } = context.application;
    const matching = {
      kind: filter?.kind ?? undefined,
      workflowId: filter?.workflowId
        ? recordId(filter.workflowId, { kind: "workflow", field: "filter.workflowId" })
        : undefined,
      name: filter?.name ?? undefined,
      search: filter?.search ?? undefined,
    };
    return listPart(part, {
      read: (range) => pipelines.list(member, { ...matching, order: orderBy ?? undefined, ...range }),
      count: () => pipelines.count(member, matching),
    });
  }
}
