import type { Pipeline, PipelineKind, PipelineOrder } from "@galley/core/domain";
import { Arg, Args, Ctx, Field, ID, InputType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { OrderDirectionEnum } from "../enums/order-direction.ts";
import { PipelineKindEnum, PipelineOrderFieldEnum } from "./pipeline-enums.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { PipelineType } from "./pipeline-type.ts";
import { listPart } from "../paging/list-part.ts";
import { recordId } from "../node/record-id.ts";

const PipelineConnectionType = connectionType<Pipeline>(PipelineType, {
  name: "Pipeline",
  order: "in the requested order",
});

@InputType("PipelineFilter", {
  description: "Filter for pipelines; all given conditions must match.",
})
class PipelineFilter {
  @Field(() => PipelineKindEnum, { nullable: true, description: "Only pipelines of this kind." })
  readonly kind!: PipelineKind | null | undefined;

  @Field(() => ID, { nullable: true, description: "Only pipelines that run this workflow." })
  readonly workflowId!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "Only pipelines with exactly this name." })
  readonly name!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "Only names that contain this text, ignoring case." })
  readonly search!: string | null | undefined;
}

@InputType("PipelineOrder", { description: "Sort order of pipelines." })
class PipelineOrderInput {
  @Field(() => PipelineOrderFieldEnum, { description: "Sort key." })
  readonly by!: PipelineOrder["by"];

  @Field(() => OrderDirectionEnum, { description: "Sort direction." })
  readonly direction!: PipelineOrder["direction"];
}

@Resolver()
export class PipelineQueries {
  @Query(() => PipelineType, {
    nullable: true,
    description: "A pipeline by id. NOT_FOUND if it does not exist.",
  })
  pipeline(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The pipeline's id." }) id: string,
  ): Promise<Pipeline> {
    const known = recordId(id, { kind: "pipeline", field: "id" });
    return context.application.pipelines.find(memberOf(context), known);
  }

  @Query(() => PipelineConnectionType, {
    description: "The pipelines visible to the caller. By default, the most recently run pipeline is first.",
  })
  pipelines(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => PipelineFilter, {
      nullable: true,
      description: "Only matching records; null means all.",
    })
    filter?: PipelineFilter | null,
    @Arg("orderBy", () => PipelineOrderInput, { nullable: true, description: "Sort order." })
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
