import type { AccessTier, Caller } from "@galley/core/domain";
import { Field, ID, ObjectType } from "type-graphql";
import { AccessTierEnum, CredentialKindEnum } from "./enums.ts";

@ObjectType("Viewer", {
  description: "Whom the credentials speak for, and what they may.",
  simpleResolvers: true,
})
export class ViewerType implements Pick<Caller, "kind" | "organizationId"> {
  @Field(() => CredentialKindEnum, { description: "The kind of credential that was sent." })
  readonly kind!: Caller["kind"];

  @Field(() => ID, { description: "The organization that it belongs to." })
  readonly organizationId!: string;

  @Field(() => AccessTierEnum, {
    nullable: true,
    description: "What the access token may do; null for an extraction key.",
  })
  readonly tier!: AccessTier | null;
}

@ObjectType("Health", { description: "The state of the service.", simpleResolvers: true })
export class HealthType {
  @Field(() => Boolean, { description: "Whether it can take work." })
  readonly ready!: boolean;
}
