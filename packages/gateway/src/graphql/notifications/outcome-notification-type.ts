import type {
  NotificationAuthorization,
  NotificationPlatform,
  OutcomeNotification,
} from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const NotificationAuthorizationEnum = enumType<NotificationAuthorization>(
  "NotificationAuthorization",
  "How a message is authorized at its target.",
  {
    none: "It is not.",
    bearer: "By the key as a bearer token.",
    api_key: "By the key alone in the header Authorization.",
    custom_header: "By the key in a header of its own.",
  },
);

export const NotificationPlatformEnum = enumType<NotificationPlatform>(
  "NotificationPlatform",
  "Who reads a message.",
  { api: "A program.", slack: "A channel of Slack." },
);

@ObjectType("OutcomeNotification", {
  implements: NodeType,
  description: "A place that hears how the runs of a pipeline end. Its key is never shown.",
})
export class OutcomeNotificationType
  extends NodeType
  implements
    Omit<
      OutcomeNotification,
      "organizationId" | "pipelineId" | "sealedAuthorizationKey" | "sealedSigningSecret"
    >
{
  @Field(() => String, { description: "What it is called." })
  readonly name!: string;

  @Field(() => String, { description: "Where messages are posted." })
  readonly url!: string;

  @Field(() => NotificationAuthorizationEnum, { description: "How messages are authorized." })
  readonly authorization!: NotificationAuthorization;

  @Field(() => String, {
    description: "The header that carries the key; empty unless it has a name of its own.",
  })
  readonly authorizationHeader!: string;

  @Field(() => GraphQLNonNegativeInt, { description: "Tries after the first one, from 0 to 4." })
  readonly maxRetries!: number;

  @Field(() => NotificationPlatformEnum, { description: "Who reads the messages." })
  readonly platform!: NotificationPlatform;

  @Field(() => Boolean, { description: "Whether messages are sent." })
  readonly active!: boolean;

  @Field(() => Boolean, { description: "Whether it hears of failures only." })
  readonly failuresOnly!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last updated." })
  readonly updatedAt!: Date;
}
