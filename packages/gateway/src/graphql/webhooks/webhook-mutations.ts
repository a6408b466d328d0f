import type { Delivery, Webhook } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { WebhookDeliveryType, WebhookType } from "./webhook-type.ts";
import { recordId } from "../node/record-id.ts";

@InputType("CreateWebhookInput", { description: "A webhook to create." })
class CreateWebhookInput {
  @Field(() => String, { description: "Unique within the organization, at most 255 characters." })
  readonly name!: string;

  @Field(() => String, {
    description: "An http or https URL that answers a test message with status 200.",
  })
  readonly url!: string;

  @Field(() => String, {
    defaultValue: "",
    description: "Bearer token for the target, without the word Bearer; empty where it asks for none.",
  })
  readonly authToken!: string;
}

@ObjectType("CreateWebhookPayload", { description: "What `createWebhook` answers.", simpleResolvers: true })
class CreateWebhookPayload {
  @Field(() => WebhookType, { description: "The new webhook." })
  readonly webhook!: Webhook;
}

@InputType("UpdateWebhookInput", { description: "Which webhook, and what of it to change." })
class UpdateWebhookInput {
  @Field(() => String, { description: "The webhook's name, which does not change." })
  readonly name!: string;

  @Field(() => String, { nullable: true, description: "The new URL; null leaves it as it is." })
  readonly url!: string | null | undefined;

  @Field(() => String, {
    nullable: true,
    description: "The new token, empty for none; null leaves it as it is.",
  })
  readonly authToken!: string | null | undefined;
}

@ObjectType("UpdateWebhookPayload", { description: "What `updateWebhook` answers.", simpleResolvers: true })
class UpdateWebhookPayload {
  @Field(() => WebhookType, { description: "The webhook as it is now." })
  readonly webhook!: Webhook;
}

@InputType("DeleteWebhookInput", { description: "Which webhook to delete." })
class DeleteWebhookInput {
  @Field(() => String, { description: "The webhook's name." })
  readonly name!: string;
}

@ObjectType("DeleteWebhookPayload", { description: "What `deleteWebhook` answers.", simpleResolvers: true })
class DeleteWebhookPayload {
  @Field(() => ID, { description: "The id of the webhook that was deleted." })
  readonly deletedId!: string;
}

@InputType("ReplayDeliveryInput", { description: "Which delivery to make again." })
class ReplayDeliveryInput {
  @Field(() => ID, { description: "The delivery's id." })
  readonly deliveryId!: string;
}

@ObjectType("ReplayDeliveryPayload", { description: "What `replayDelivery` answers.", simpleResolvers: true })
class ReplayDeliveryPayload {
  @Field(() => WebhookDeliveryType, { description: "The delivery, pending again." })
  readonly delivery!: Delivery;
}

@Resolver()
export class WebhookMutations {
  @Mutation(() => CreateWebhookPayload, {
    description:
      "Creates a webhook, after a test message to its URL. BAD_INPUT when the target does not answer with status 200, CONFLICT when the name is taken.",
  })
  async createWebhook(
    @Ctx() context: RequestContext,
    @Arg("input", () => CreateWebhookInput, { description: "The webhook." }) input: CreateWebhookInput,
  ): Promise<CreateWebhookPayload> {
    return { webhook: await context.application.webhooks.register(callerOf(context), input) };
  }

  @Mutation(() => UpdateWebhookPayload, {
    description:
      "Changes what is given, after a test message as with `createWebhook`. A disabled webhook takes results again.",
  })
  async updateWebhook(
    @Ctx() context: RequestContext,
    @Arg("input", () => UpdateWebhookInput, { description: "What to change." })
    { name, url, authToken }: UpdateWebhookInput,
  ): Promise<UpdateWebhookPayload> {
    const given = {
      ...(typeof url === "string" && { url }),
      ...(typeof authToken === "string" && { authToken }),
    };
    return { webhook: await context.application.webhooks.update(callerOf(context), { name, ...given }) };
  }

  @Mutation(() => DeleteWebhookPayload, {
    description: "Deletes a webhook. Results that are on their way to it are given up.",
  })
  async deleteWebhook(
    @Ctx() context: RequestContext,
    @Arg("input", () => DeleteWebhookInput, { description: "Which webhook." }) { name }: DeleteWebhookInput,
  ): Promise<DeleteWebhookPayload> {
    const { id } = await context.application.webhooks.remove(callerOf(context), name);
    return { deletedId: id };
  }

  @Mutation(() => ReplayDeliveryPayload, {
    description:
      "Delivers a result again, with all retries. CONFLICT while it is pending, ALREADY_DELIVERED when the text was retrieved.",
  })
  async replayDelivery(
    @Ctx() context: RequestContext,
    @Arg("input", () => ReplayDeliveryInput, { description: "Which delivery." })
    { deliveryId }: ReplayDeliveryInput,
  ): Promise<ReplayDeliveryPayload> {
    const id = recordId(deliveryId, { kind: "delivery", field: "deliveryId" });
    return { delivery: await context.application.webhooks.replay(callerOf(context), id) };
  }
}
