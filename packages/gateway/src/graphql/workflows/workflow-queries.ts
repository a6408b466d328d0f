import type { Workflow } from "@galley/core/domain";
import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { WorkflowType } from "./workflow-type.ts";
import { listPart } from "../paging/list-part.ts";
import { recordId } from "../node/record-id.ts";

const WorkflowConnectionType = connectionType<Workflow>(WorkflowType, {
  name: "Workflow",
  order: "newest first",
});

@Resolver()
export class WorkflowQueries {
  @Query(() => WorkflowType, {
    nullable: true,
    description: "A workflow by id. NOT_FOUND if it does not exist.",
  })
  workflow(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The workflow's id." }) id: string,
  ): Promise<Workflow> {
    const known = recordId(id, { kind: "workflow", field: "id" });
    return context.application.workflows.find(memberOf(context), known);
  }

  @Query(() => WorkflowConnectionType, { description: "The workflows visible to the caller." })
  workflows(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("search", () => String, {
      nullable: true,
      description: "Only names that contain this text, ignoring case.",
    })
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
}
