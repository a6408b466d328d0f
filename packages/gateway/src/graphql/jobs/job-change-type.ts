import type { Job, JobChange } from "@galley/core/domain";
import { Field, ObjectType } from "type-graphql";
import { JobChangeKindEnum } from "./job-enums.ts";
import { keepsText } from "./kept.ts";
import { JobType } from "./job-type.ts";
import { PageType, visiblePage } from "../pages/page-type.ts";

@ObjectType("JobChange", { description: "A change of a job.", simpleResolvers: true })
export class JobChangeType implements Pick<JobChange, "kind" | "job"> {
  @Field(() => JobChangeKindEnum, { description: "Whether the status changed or a page was finished." })
  readonly kind!: JobChange["kind"];

  @Field(() => JobType, { description: "The job at the time of the change." })
  readonly job!: Job;

  @Field(() => PageType, {
    nullable: true,
    description: "The finished page; null for a change of status.",
  })
  readonly page!: PageType | null;
}

export function jobChangeOf(change: JobChange): JobChangeType {
  const { kind, job } = change;
  if (kind === "status") return { kind, job, page: null };
  return { kind, job, page: visiblePage(change.page.outcome, { job, textKept: keepsText(job) }) };
}
