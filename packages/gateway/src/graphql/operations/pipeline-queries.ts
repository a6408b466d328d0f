import type {
  Connector,
  ConnectorMode,
  ConnectorSettings,
  Pipeline,
  PipelineKind,
  PipelineOrder,
  Workflow,
} from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Args, Ctx, Field, ID, InputType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context.ts";
import { connectionType, type Connection } from "../types/connection.ts";
import { ConnectorType } from "../types/connector-type.ts";
import {
  ConnectorModeEnum,
  OrderDirectionEnum,
  PipelineKindEnum,
  PipelineOrderFieldEnum,
} from "../types/enums.ts";
import { PartArguments } from "../types/part-arguments.ts";
import { PipelineType } from "../types/pipeline-type.ts";
import { WorkflowType } from "../types/workflow-type.ts";
import { listPart } from "./list-part.ts";
import { recordId } from "./record-id.ts";

const PipelineConnectionType = connectionType<Pipeline>(PipelineType, {
  name: "Pipeline",
  order: "in the order that was asked for",
});
const WorkflowConnectionType = connectionType<Workflow>(WorkflowType, {
  name: "Workflow",
  order: "newest first",
});
const ConnectorConnectionType = connectionType<Connector>(ConnectorType, {
  name: "Connector",
  order: "newest first",
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

@InputType("ConnectorFilter", {
  description: "Which connectors a list holds: those for which all of it is true.",
})
class ConnectorFilterInput {
  @Field(() => ConnectorModeEnum, { nullable: true, description: "That connect to this." })
  readonly mode!: ConnectorMode | null | undefined;

  @Field(() => String, { nullable: true, description: "With this in their names, in any case." })
  readonly search!: string | null | undefined;
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

  @Query(() => WorkflowType, {
    nullable: true,
    description: "A workflow by its id. NOT_FOUND when there is none.",
  })
  workflow(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The workflow's id." }) id: string,
  ): Promise<Workflow> {
    const known = recordId(id, { kind: "workflow", field: "id" });
    return context.application.workflows.find(memberOf(context), known);
  }

  @Query(() => WorkflowConnectionType, { description: "The workflows that the caller sees." })
  workflows(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("search", () => String, { nullable: true, description: "With this in their names, in any case." })
    search?: string | null,
  ): Promise<Connection<Workflow>> {
    const member = memberOf(context);
    const { workflows } = context.application;
    const filter = { search: search ?? undefined };
    return listPart(part, {
      read: (range) => workflows.list(member, { ...filter, ...range }),
      count: () => workflows.count(member, filter),
    });
  }

  @Query(() => ConnectorType, {
    nullable: true,
    description: "A connector by its id. NOT_FOUND when there is none.",
  })
  connector(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The connector's id." }) id: string,
  ): Promise<Connector> {
    const known = recordId(id, { kind: "connector", field: "id" });
    return context.application.connectors.find(memberOf(context), known);
  }

  @Query(() => ConnectorConnectionType, { description: "The connectors that the caller sees." })
  connectors(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => ConnectorFilterInput, { nullable: true, description: "Which; null means all." })
    filter?: ConnectorFilterInput | null,
  ): Promise<Connection<Connector>> {
    const member = memberOf(context);
    const { connectors } = context.application;
    const matching = { mode: filter?.mode ?? undefined, search: filter?.search ?? undefined };
    return listPart(part, {
      read: (range) => connectors.list(member, { ...matching, ...range }),
      count: () => connectors.count(member, matching),
    });
  }

  @Query(() => GraphQLJSONObject, {
    description:
      "The settings of a connector; secrets are ******** to callers who may not change it. NOT_FOUND when there is none.",
  })
  connectorSettings(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The connector's id." }) id: string,
  ): Promise<ConnectorSettings> {
    const known = recordId(id, { kind: "connector", field: "id" });
    return context.application.connectors.settings(memberOf(context), known);
  }
}
