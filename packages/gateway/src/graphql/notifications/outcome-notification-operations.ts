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

@InputType("NotificationChanges", { description: "Settings of a notification." })
class NotificationChanges {
  @Field(() => NotificationAuthorizationEnum, {
    nullable: true,
    description: "How messages are authorized; NONE for a new notification.",
  })
  readonly authorization!: NotificationAuthorization | null | undefined;

  @Field(() => String, { nullable: true, description: "The key; required unless `authorization` is NONE." })
  readonly authorizationKey!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "The header that carries the key; for CUSTOM_HEADER." })
  readonly authorizationHeader!: string | null | undefined;

  @Field(() => Int, {
    nullable: true,
    description: "Maximum number of retries, 0 to 4; 3 for a new notification.",
  })
  readonly maxRetries!: number | null | undefined;

  @Field(() => NotificationPlatformEnum, {
    nullable: true,
    description: "Format of the messages; API for a new notification.",
  })
  readonly platform!: NotificationPlatform | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether messages are sent; true for a new notification.",
  })
  readonly active!: boolean | null | undefined;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether only runs that failed, wholly or in part, are notified; false for a new notification.",
  })
  readonly failuresOnly!: boolean | null | undefined;
}

@InputType("CreateOutcomeNotificationInput", { description: "The notification to create." })
class CreateOutcomeNotificationInput extends NotificationChanges {
  @Field(() => ID, { description: "The pipeline." })
  readonly pipelineId!: string;

  @Field(() => String, { description: "Name, at most 255 characters." })
  readonly name!: string;

  @Field(() => String, { description: "An http or https URL." })
  readonly url!: string;
}

@InputType("UpdateOutcomeNotificationInput", {
  description: "The notification and the changes; null keeps the current value.",
})
class UpdateOutcomeNotificationInput extends NotificationChanges {
  @Field(() => ID, { description: "The notification's id." })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: "Name, at most 255 characters." })
  readonly name!: string | null | undefined;

  @Field(() => String, { nullable: true, description: "An http or https URL." })
  readonly url!: string | null | undefined;
}

@InputType("DeleteOutcomeNotificationInput", { description: "The notification to delete." })
class DeleteOutcomeNotificationInput {
  @Field(() => ID, { description: "The notification's id." })
  readonly id!: string;
}

@ObjectType("OutcomeNotificationPayload", {
  description: "Result of `createOutcomeNotification` and `updateOutcomeNotification`.",
  simpleResolvers: true,
})
class OutcomeNotificationPayload {
  @Field(() => OutcomeNotificationType, { description: "The updated notification." })
  readonly notification!: OutcomeNotification;
}

@ObjectType("DeleteOutcomeNotificationPayload", {
  description: "Result of `deleteOutcomeNotification`.",
  simpleResolvers: true,
})
class DeleteOutcomeNotificationPayload {
  @Field(() => ID, { description: "Id of the deleted notification." })
  readonly deletedId!: string;
}

@InputType("RotateNotificationSecretInput", { description: "The notification." })
class RotateNotificationSecretInput {
  @Field(() => ID, { description: "The notification's id." })
  readonly id!: string;
}

@ObjectType("RotateNotificationSecretPayload", {
  description: "Result of `rotateNotificationSecret`.",
  simpleResolvers: true,
})
class RotateNotificationSecretPayload {
  @Field(() => OutcomeNotificationType, { description: "The notification." })
  readonly notification!: OutcomeNotification;

  @Field(() => String, { description: "The new secret (`whsec_…`)." })
  readonly signingSecret!: string;
}

/** NOT_FOUND if the caller cannot see the pipeline, FORBIDDEN if they cannot manage it. */
@Resolver()
export class OutcomeNotificationOperations {
  @Query(() => [OutcomeNotificationType], {
    description: "Notifications of the pipelines that the caller can manage, oldest first.",
  })
  outcomeNotifications(
    @Ctx() context: RequestContext,
    @Arg("pipelineId", () => ID, {
      nullable: true,
      description: "Only notifications of this pipeline; null means all.",
    })
    pipelineId: string | null | undefined,
  ): Promise<readonly OutcomeNotification[]> {
    const { outcomeNotifications } = context.application;
    if (typeof pipelineId !== "string") return outcomeNotifications.list(memberOf(context));
    const known = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    return outcomeNotifications.listOfPipeline(memberOf(context), known);
  }

  @Mutation(() => OutcomeNotificationPayload, {
    description: "Sends a message to a URL whenever a run of the pipeline ends.",
  })
  async createOutcomeNotification(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateOutcomeNotificationInput, { description: "The notification." })
    { pipelineId, ...facts }: CreateOutcomeNotificationInput,
  ): Promise<OutcomeNotificationPayload> {
    const known = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    const { outcomeNotifications } = context.application;
    return { notification: await outcomeNotifications.create(memberOf(context), known, given(facts)) };
  }

  @Mutation(() => OutcomeNotificationPayload, {
    description: "Updates a notification. Fields that are left out keep their values.",
  })
  async updateOutcomeNotification(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateOutcomeNotificationInput, { description: "What to change." })
    { id, ...facts }: UpdateOutcomeNotificationInput,
  ): Promise<OutcomeNotificationPayload> {
    const known = recordId(id, { kind: "notification", field: "id" });
    const { outcomeNotifications } = context.application;
    return { notification: await outcomeNotifications.update(memberOf(context), known, given(facts)) };
  }

  @Mutation(() => RotateNotificationSecretPayload, {
    description:
      "Replaces the signing secret of a notification. Messages are signed with the new one at once.",
  })
  rotateNotificationSecret(
    @Ctx() context: RequestContext,
    @Arg("input", () => RotateNotificationSecretInput, { description: "The notification." })
    { id }: RotateNotificationSecretInput,
  ): Promise<RotateNotificationSecretPayload> {
    const known = recordId(id, { kind: "notification", field: "id" });
    return context.application.outcomeNotifications.rotateSigningSecret(memberOf(context), known);
  }

  @Mutation(() => DeleteOutcomeNotificationPayload, { description: "Deletes a notification." })
  async deleteOutcomeNotification(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteOutcomeNotificationInput, { description: "The notification." })
    { id }: DeleteOutcomeNotificationInput,
  ): Promise<DeleteOutcomeNotificationPayload> {
    const known = recordId(id, { kind: "notification", field: "id" });
    await context.application.outcomeNotifications.remove(memberOf(context), known);
    return { deletedId: known };
  }
}

@Resolver(() => OutcomeNotificationType)
export class OutcomeNotificationFields {
  @FieldResolver(() => PipelineType, { description: "The pipeline." })
  pipeline(
    @Ctx() context: RequestContext,
    @Root() { pipelineId: id }: OutcomeNotification,
  ): Promise<Pipeline | null> {
    return context.management.pipelines.load({ member: memberOf(context), id });
  }

  @FieldResolver(() => String, {
    description:
      "Signing secret (`whsec_…`), with which the target verifies that a message comes from this service. FORBIDDEN for access tokens of the tier READ.",
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
