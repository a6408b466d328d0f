import type {
  Delivery,
  DeliveryState,
  DeliveryTarget,
  Job,
  OutcomeNotification,
  Webhook,
} from "@galley/core/domain";
import { Args, ArgsType, Ctx, Field, FieldResolver, Resolver, Root } from "type-graphql";
import type { RequestContext } from "../context/context.ts";
import { JobType } from "../jobs/job-type.ts";
import { OutcomeNotificationType } from "../notifications/outcome-notification-type.ts";
import { connectionType, type Connection } from "../paging/connection.ts";
import { listPart } from "../paging/list-part.ts";
import { PartArguments } from "../paging/part-arguments.ts";
import { DeliveryStateEnum, WebhookDeliveryType, WebhookType } from "./webhook-type.ts";

const DeliveryConnectionType = connectionType<Delivery>(WebhookDeliveryType, {
  name: "WebhookDelivery",
  order: "newest first",
});

@ArgsType()
class DeliveryArguments extends PartArguments {
  @Field(() => DeliveryStateEnum, { nullable: true, description: "Only deliveries of this status." })
  readonly state!: DeliveryState | null | undefined;
}

const KEPT = "Settled deliveries are kept for 30 days.";

function deliveriesTo(
  { application: { webhooks }, deliveryLogs }: RequestContext,
  target: DeliveryTarget,
  { state, ...part }: DeliveryArguments,
): Promise<Connection<Delivery>> {
  const states = state ? [state] : [];
  return listPart(part, {
    read: (range) => deliveryLogs.load({ target, states, ...range }),
    count: () => webhooks.countDeliveriesTo(target, states),
  });
}

@Resolver(() => WebhookType)
export class WebhookLogFields {
  @FieldResolver(() => DeliveryConnectionType, { description: `Deliveries to the webhook. ${KEPT}` })
  deliveries(
    @Ctx() context: RequestContext,
    @Root() { organizationId, name }: Webhook,
    @Args(() => DeliveryArguments) part: DeliveryArguments,
  ): Promise<Connection<Delivery>> {
    return deliveriesTo(context, { kind: "webhook", organizationId, name }, part);
  }
}

@Resolver(() => OutcomeNotificationType)
export class NotificationLogFields {
  @FieldResolver(() => DeliveryConnectionType, { description: `Messages that were sent. ${KEPT}` })
  deliveries(
    @Ctx() context: RequestContext,
    @Root() { organizationId, id }: OutcomeNotification,
    @Args(() => DeliveryArguments) part: DeliveryArguments,
  ): Promise<Connection<Delivery>> {
    return deliveriesTo(context, { kind: "notification", organizationId, id }, part);
  }
}

@Resolver(() => WebhookDeliveryType)
export class DeliveryJobFields {
  @FieldResolver(() => JobType, {
    nullable: true,
    description: "The job whose result it is; null for the outcome of a run, and for a test.",
  })
  job(@Ctx() { management }: RequestContext, @Root() delivery: Delivery): Promise<Job | null> {
    return management.jobs.load(delivery);
  }
}
