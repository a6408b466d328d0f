import type {
  NotificationAuthorization,
  NotificationFacts,
  NotificationPlatform,
  OutcomeNotification,
  Pipeline,
} from "@galley/core/domain";
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import {
  NotificationAuthorizationEnum,
  NotificationPlatformEnum,
  OutcomeNotificationType,
} from "./outcome-notification-type.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("NotificationChanges", { description: "What may be said of a notification." })
class NotificationChanges {
  @Field(() => NotificationAuthorizationEnum, {
    nullable: true,
    description: "How messages are authorized; of a new one NONE.",
  })
  readonly authorization!: NotificationAuthorization | null | undefined;

  @Field(() => String, { nullable: true, description: "The key, which all but NONE take." })
  readonly authorizationKey!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "The header of the key, for CUSTOM_HEADER." })
  readonly authorizationHeader!: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    description: "Tries after the first one, from 0 to 4; of a new one 3.",
  })
  readonly maxRetries!: number | null | undefined;

  @Field(() => NotificationPlatformEnum, {
    nullable: true,
    description: "Who reads the messages; of a new one API.",
  })
  readonly platform!: NotificationPlatform | null | undefined;

  @Field(() => Boolean, { nullable: true, description: "Whether messages are sent; of a new one true." })
  readonly active!: boolean | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it hears of failures only; of a new one false.",
  })
  readonly failuresOnly!: boolean | null | undefined;
}

@InputType("CreateOutcomeNotificationInput", { description: "Who is to hear how runs end, and of what." })
class CreateOutcomeNotificationInput extends NotificationChanges {
  @Field(() => ID, { description: "The pipeline." })
  readonly pipelineId!: string;

  @Field(() => String, { description: "What it is called, at most 255 characters." })
  readonly name!: string;

  @Field(() => String, { description: "An http or https URL." })
  readonly url!: string;
}

@InputType("UpdateOutcomeNotificationInput", {
  description: "Which notification, and what of it to change; null leaves it as it is.",
})
class UpdateOutcomeNotificationInput extends NotificationChanges {
  @Field(() => ID, { description: "The notification's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "What it is called, at most 255 characters." })
  readonly name!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "An http or https URL." })
  readonly url!: string | null | undefined;
}

@InputType("DeleteOutcomeNotificationInput", { description: "Which notification to delete." })
class DeleteOutcomeNotificationInput {
  @Field(() => ID, { description: "The notification's id." })
  readonly id!: string;
}

@ObjectType("OutcomeNotificationPayload", {
  description: "What `createOutcomeNotification` and `updateOutcomeNotification` answer.",
  simpleResolvers: true,
})
class OutcomeNotificationPayload {
  @Field(() => OutcomeNotificationType, { description: "The notification as it is now." })
  readonly notification!: OutcomeNotification;
}

@ObjectType("DeleteOutcomeNotificationPayload", {
  description: "What `deleteOutcomeNotification` answers.",
  simpleResolvers: true,
})
class DeleteOutcomeNotificationPayload {
  @Field(() => ID, { description: "The id of the notification that was deleted." })
  readonly deletedId!: string;
}

/** All of it is NOT_FOUND where the caller does not see the pipeline, and FORBIDDEN where they do not manage it. */
@Resolver()
export class OutcomeNotificationOperations {
  @Query(() => [OutcomeNotificationType], {
    description: "Who hears how the runs of pipelines that the caller manages end, oldest first.",
  })
  outcomeNotifications(
    @Ctx() context: RequestContext,
    @Arg("pipelineId", () => ID, { nullable: true, description: "Those of one pipeline; null for all." })
    pipelineId: string | null | undefined,
  ): Promise<readonly OutcomeNotification[]> {
    const { outcomeNotifications } = context.application;
    if (typeof pipelineId !== "string") return outcomeNotifications.list(memberOf(context));
    const known = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    return outcomeNotifications.listOfPipeline(memberOf(context), known);
  }

  @Mutation(() => OutcomeNotificationPayload, { description: "Tells a URL how the runs of a pipeline end." })
  async createOutcomeNotification(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateOutcomeNotificationInput, { description: "The notification." })
    { pipelineId, ...facts }: CreateOutcomeNotificationInput,
  ): Promise<OutcomeNotificationPayload> {
    const known = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    const { outcomeNotifications } = context.application;
    return { notification: await outcomeNotifications.create(memberOf(context), known, given(facts)) };
  }

  @Mutation(() => OutcomeNotificationPayload, { description: "Changes what is given of a notification." })
  async updateOutcomeNotification(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateOutcomeNotificationInput, { description: "What to change." })
    { id, ...facts }: UpdateOutcomeNotificationInput,
  ): Promise<OutcomeNotificationPayload> {
    const known = recordId(id, { kind: "notification", field: "id" });
    const { outcomeNotifications } = context.application;
    return { notification: await outcomeNotifications.update(memberOf(context), known, given(facts)) };
  }

  @Mutation(() => DeleteOutcomeNotificationPayload, { description: "Deletes a notification." })
  async deleteOutcomeNotification(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteOutcomeNotificationInput, { description: "Which notification." })
    { id }: DeleteOutcomeNotificationInput,
  ): Promise<DeleteOutcomeNotificationPayload> {
    const known = recordId(id, { kind: "notification", field: "id" });
    await context.application.outcomeNotifications.remove(memberOf(context), known);
    return { deletedId: known };
  }
}

@Resolver(() => OutcomeNotificationType)
export class OutcomeNotificationFields {
  @FieldResolver(() => PipelineType, { description: "The pipeline whose runs it hears of." })
  pipeline(
    @Ctx() context: RequestContext,
    @Root() { pipelineId: id }: OutcomeNotification,
  ): Promise<Pipeline | null> {
    return context.management.pipelines.load({ member: memberOf(context), id });
  }

  @FieldResolver(() => String, {
    description:
      "Secret of the signatures (`whsec_…`), with which the target proves that a message is from here. FORBIDDEN to a token that may only read.",
  })
  signingSecret(@Ctx() context: RequestContext, @Root() notification: OutcomeNotification): string {
    return context.application.outcomeNotifications.signingSecret(memberOf(context), notification);
  }
}

type Given = Pick<UpdateOutcomeNotificationInput, "name" | "url" | keyof NotificationChanges>;

function given(facts: Given): NotificationFacts {
  return {
    name: facts.name ?? undefined,
    url: facts.url ?? undefined,
    authorization: facts.authorization ?? undefined,
    authorizationKey: facts.authorizationKey ?? undefined,
    authorizationHeader: facts.authorizationHeader ?? undefined,
    maxRetries: facts.maxRetries ?? undefined,
    platform: facts.platform ?? undefined,
    active: facts.active ?? undefined,
    failuresOnly: facts.failuresOnly ?? undefined,
  };
}
