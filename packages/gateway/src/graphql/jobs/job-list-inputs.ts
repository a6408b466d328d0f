import { NEWEST_FIRST, type JobFilter, type JobOrder, type JobStatus } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, InputType } from "type-graphql";
import { OrderDirectionEnum } from "../enums/order-direction.ts";
import { JobOrderFieldEnum, JobStatusEnum } from "./job-enums.ts";

@InputType("JobFilter", { description: "Filter for a list of jobs; all given conditions must match." })
export class JobFilterInput {
  @Field(() => [JobStatusEnum], {
    nullable: true,
    description: "Only jobs with one of these statuses; null or empty means all.",
  })
  readonly statuses!: readonly JobStatus[] | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "Only jobs whose file name or tag contains this text, ignoring case.",
  })
  readonly search!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "Only jobs with exactly this tag." })
  readonly tag!: string | null | undefined;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Only jobs submitted at or after this time.",
  })
  readonly submittedFrom!: Date | null | undefined;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Only jobs submitted before this time." })
  readonly submittedBefore!: Date | null | undefined;
}

@InputType("JobOrder", { description: "Sort order of jobs. Jobs with the same key are sorted by id." })
export class JobOrderInput implements JobOrder {
  @Field(() => JobOrderFieldEnum, { description: "Sort key." })
  readonly by!: JobOrder["by"];

  @Field(() => OrderDirectionEnum, {
    defaultValue: NEWEST_FIRST.direction,
    description: "Sort direction.",
  })
  readonly direction!: JobOrder["direction"];
}

export function filterOf(input: JobFilterInput | null | undefined): JobFilter {
  return {
    statuses: input?.statuses ?? [],
    search: input?.search ?? undefined,
    tag: input?.tag ?? undefined,
    from: input?.submittedFrom ?? undefined,
    to: input?.submittedBefore ?? undefined,
  };
}
