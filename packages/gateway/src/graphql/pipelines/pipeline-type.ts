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
  description: "A workflow that is run: on demand, by a schedule, or by whoever holds one of its keys.",
})
export class PipelineType
  extends NodeType
  implements Omit<Pipeline, "organizationId" | "workflowId" | "createdBy" | "modifiedBy">
{
  @Field(() => String, { description: "Unique within the organization, at most 32 characters." })
  readonly name!: string;

  @Field(() => PipelineKindEnum, { description: "Its kind." })
  readonly kind!: PipelineKind;

  @Field(() => Boolean, { description: "Whether it may run at all." })
  readonly active!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Five fields by which it runs by itself; null where it runs when it is told only.",
  })
  readonly cron!: string | null;

  @Field(() => String, { description: "The IANA name of the zone of the cron string." })
  readonly timeZone!: string;

  @Field(() => MissedSlotPolicyEnum, { description: "What becomes of slots while no service ran." })
  readonly missedSlots!: MissedSlotPolicy;

  @Field(() => Boolean, { description: "Whether a run may begin while another is under way." })
  readonly allowOverlap!: boolean;

  @Field(() => GraphQLNonNegativeInt, { description: "How often it ran." })
  readonly runCount!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it last ran; null when never." })
  readonly lastRunAt!: Date | null;

  @Field(() => PipelineRunStatusEnum, { description: "How its last run ended, or what it does now." })
  readonly lastRunStatus!: PipelineRunStatus;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly appId!: string | null;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly appIcon!: string | null;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly appUrl!: string | null;

  @Field(() => String, { nullable: true, description: "A label of the client's." })
  readonly accessControlBundleId!: string | null;

  @Field(() => Boolean, { description: "Whether everybody in the organization sees it." })
  readonly sharedToOrganization!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}

@ObjectType("PipelineKey", {
  implements: NodeType,
  description: "A key to the public address of one pipeline.",
})
export class PipelineKeyType
  extends NodeType
  implements
    Omit<PipelineKey, "organizationId" | "pipelineId" | "digest" | "sealedKey" | "createdBy" | "modifiedBy">
{
  @Field(() => String, { description: "What it is for." })
  readonly description!: string;

  @Field(() => Boolean, { description: "Whether it opens the address." })
  readonly active!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}
