import type { Delivery, Webhook, WebhookFormat } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { WebhookDeliveryType, WebhookFormatEnum, WebhookType } from "./webhook-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreateWebhookInput", { description: "A webhook to create." })
class CreateWebhookInput {
  @Field(() => String, { description: "Unique within the organization, at most 255 characters." })
  readonly name!: string;

  @Field(() => String, {
    description: "An http or https URL that responds to a test message with status 200.",
  })
  readonly url!: string;

  @Field(() => String, {
    defaultValue: "",
    description: "Bearer token for the target, without the word Bearer; empty for none.",
  })
  readonly authToken!: string;

  @Field(() => WebhookFormatEnum, {
    defaultValue: "text",
    description: "What its messages contain of a document. Jobs that name the webhook keep this rendition.",
  })
  readonly format!: WebhookFormat;
}

@ObjectType("CreateWebhookPayload", { description: "Result of `createWebhook`.", simpleResolvers: true })
class CreateWebhookPayload {
  @Field(() => WebhookType, { description: "The new webhook." })
  readonly webhook!: Webhook;
}

@InputType("UpdateWebhookInput", { description: "The webhook and the changes." })
class UpdateWebhookInput {
  @Field(() => String, { description: "The webhook's name, which cannot be changed." })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: "The new URL; null keeps the current value." })
  readonly url!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The new token, empty for none; null keeps the current value.",
  })
  readonly authToken!: string | null | undefined;

  @Field(() => WebhookFormatEnum, {
    nullable: true,
    description: "The new format, for jobs that are submitted from now on; null keeps the current value.",
  })
  readonly format!: WebhookFormat | null | undefined;
}

@ObjectType("UpdateWebhookPayload", { description: "Result of `updateWebhook`.", simpleResolvers: true })
class UpdateWebhookPayload {
  @Field(() => WebhookType, { description: "The updated webhook." })
  readonly webhook!: Webhook;
}

@InputType("DeleteWebhookInput", { description: "The webhook to delete." })
class DeleteWebhookInput {
  @Field(() => String, { description: "The webhook's name." })
  readonly name!: string;
}

@ObjectType("DeleteWebhookPayload", { description: "Result of `deleteWebhook`.", simpleResolvers: true })
class DeleteWebhookPayload {
  @Field(() => ID, { description: "Id of the deleted webhook." })
  readonly deletedId!: string;
}

@InputType("ReplayDeliveryInput", { description: "The delivery to repeat." })
class ReplayDeliveryInput {
  @Field(() => ID, { description: "The delivery's id." })
  readonly deliveryId!: string;
}

@ObjectType("ReplayDeliveryPayload", { description: "Result of `replayDelivery`.", simpleResolvers: true })
class ReplayDeliveryPayload {
  @Field(() => WebhookDeliveryType, { description: "The delivery, pending again." })
  readonly delivery!: Delivery;
}

@InputType("WebhookNameInput", { description: "A webhook." })
class WebhookNameInput {
  @Field(() => String, { description: "Name of the webhook." })
  readonly name!: string;
}

@ObjectType("SendTestMessagePayload", { description: "Result of `sendTestMessage`.", simpleResolvers: true })
class SendTestMessagePayload {
  @Field(() => WebhookDeliveryType, { description: "The delivery of the test message, pending." })
  readonly delivery!: Delivery;
}

@ObjectType("RotateSigningSecretPayload", {
  description: "Result of `rotateSigningSecret`.",
  simpleResolvers: true,
})
class RotateSigningSecretPayload {
  @Field(() => WebhookType, { description: "The webhook." })
  readonly webhook!: Webhook;

  @Field(() => String, { description: "The new secret (`whsec_…`)." })
  readonly signingSecret!: string;
}

@Resolver()
export class WebhookMutations {
  @Mutation(() => SendTestMessagePayload, {
    description: "Sends the test message to a webhook, once. Its attempt shows what the target answers.",
  })
  async sendTestMessage(
    @Ctx() context: RequestContext,
    @Arg("input", () => WebhookNameInput, { description: "The webhook." }) { name }: WebhookNameInput,
  ): Promise<SendTestMessagePayload> {
    return { delivery: await context.application.webhooks.sendTestMessage(callerOf(context), name) };
  }

  @Mutation(() => RotateSigningSecretPayload, {
    description: "Replaces the signing secret of a webhook. Messages are signed with the new one at once.",
  })
  rotateSigningSecret(
    @Ctx() context: RequestContext,
    @Arg("input", () => WebhookNameInput, { description: "The webhook." }) { name }: WebhookNameInput,
  ): Promise<RotateSigningSecretPayload> {
    return context.application.webhooks.rotateSigningSecret(callerOf(context), name);
  }

  @Mutation(() => CreateWebhookPayload, {
    description:
      "Creates a webhook after sending a test message to its URL. BAD_INPUT if the target does not respond with status 200, CONFLICT if the name is taken.",
  })
  async createWebhook(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateWebhookInput, { description: "The webhook." }) input: CreateWebhookInput,
  ): Promise<CreateWebhookPayload> {
    return { webhook: await context.application.webhooks.register(callerOf(context), input) };
  }

  @Mutation(() => UpdateWebhookPayload, {
    description:
      "Updates a webhook after a test message, as in `createWebhook`. This re-enables a disabled webhook.",
  })
  async updateWebhook(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateWebhookInput, { description: "What to change." })
    { name, url, authToken, format }: UpdateWebhookInput,
  ): Promise<UpdateWebhookPayload> {
    const given = {
      ...(typeof url === "string" && { url }),
      ...(typeof authToken === "string" && { authToken }),
      ...(typeof format === "string" && { format }),
    };
    return { webhook: await context.application.webhooks.update(callerOf(context), { name, ...given }) };
  }

  @Mutation(() => DeleteWebhookPayload, {
    description: "Deletes a webhook. Pending deliveries to it are given up.",
  })
  async deleteWebhook(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteWebhookInput, { description: "The webhook." }) { name }: DeleteWebhookInput,
  ): Promise<DeleteWebhookPayload> {
    const { id } = await context.application.webhooks.remove(callerOf(context), name);
    return { deletedId: id };
  }

  @Mutation(() => ReplayDeliveryPayload, {
    description:
      "Delivers a result again, with all retries. CONFLICT while it is pending, ALREADY_DELIVERED if the text was deleted.",
  })
  async replayDelivery(
    @Ctx() context: RequestContext,
    @Arg("input", () => ReplayDeliveryInput, { description: "The delivery." })
    { deliveryId }: ReplayDeliveryInput,
  ): Promise<ReplayDeliveryPayload> {
    const id = recordId(deliveryId, { kind: "delivery", field: "deliveryId" });
    return { delivery: await context.application.webhooks.replay(callerOf(context), id) };
  }
}
