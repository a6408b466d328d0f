import type {
  MissedSlotPolicy,
  Pipeline,
  PipelineKey,
  PipelineKind,
  PipelineRunStatus,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { MissedSlotPolicyEnum, PipelineKindEnum, PipelineRunStatusEnum } from "./pipeline-enums.ts";
import { NodeType } from "../node/node-type.ts";

@ObjectType("Pipeline", {
  implements: NodeType,
  description:
    "Runs a workflow: on demand, on a schedule, or through its public address with one of its keys.",
})
export class PipelineType
  extends NodeType
  implements Omit<Pipeline, "organizationId" | "workflowId" | "createdBy" | "modifiedBy">
{
  @Field(() => String, { description: "Unique within the organization, at most 32 characters." })
  readonly name!: string;

  @Field(() => PipelineKindEnum, { description: "Kind." })
  readonly kind!: PipelineKind;

  @Field(() => Boolean, { description: "Whether it can be run." })
  readonly active!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Cron expression of its schedule, five fields; null if it has no schedule.",
  })
  readonly cron!: string | null;

  @Field(() => String, { description: "IANA time zone of the cron expression." })
  readonly timeZone!: string;

  @Field(() => MissedSlotPolicyEnum, {
    description: "How scheduled runs that were missed while the service was down are handled.",
  })
  readonly missedSlots!: MissedSlotPolicy;

  @Field(() => Boolean, { description: "Whether a run may start while another is in progress." })
  readonly allowOverlap!: boolean;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of runs." })
  readonly runCount!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it last ran; null if never." })
  readonly lastRunAt!: Date | null;

  @Field(() => PipelineRunStatusEnum, { description: "Outcome of the last run, or current status." })
  readonly lastRunStatus!: PipelineRunStatus;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly appId!: string | null;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly appIcon!: string | null;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly appUrl!: string | null;

  @Field(() => String, { nullable: true, description: "A label for clients; stored and returned unchanged." })
  readonly accessControlBundleId!: string | null;

  @Field(() => Boolean, { description: "Whether it is shared with the whole organization." })
  readonly sharedToOrganization!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}

@ObjectType("PipelineKey", {
  implements: NodeType,
  description: "A key for the public address of one pipeline.",
})
export class PipelineKeyType
  extends NodeType
  implements
    Omit<PipelineKey, "organizationId" | "pipelineId" | "digest" | "sealedKey" | "createdBy" | "modifiedBy">
{
  @Field(() => String, { description: "Description." })
  readonly description!: string;

  @Field(() => Boolean, { description: "Whether the key is accepted." })
  readonly active!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}
