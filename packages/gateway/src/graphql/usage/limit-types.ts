import type { LimitInUse, LimitsInUse, OrganizationLimits } from "@galley/core/domain";
import { GraphQLDateTime, GraphQLNonNegativeInt, GraphQLSafeInt } from "graphql-scalars";
import { Field, InputType, ObjectType } from "type-graphql";

@ObjectType("LimitInUse", { description: "A limit and what is used of it.", simpleResolvers: true })
export class LimitInUseType implements LimitInUse {
  @Field(() => GraphQLSafeInt, { nullable: true, description: "The limit; null means no limit." })
  readonly limit!: number | null;

  @Field(() => GraphQLSafeInt, { description: "What is used now." })
  readonly used!: number;
}

@ObjectType("OrganizationLimits", {
  description:
    "The limits of an organization. Documents that would exceed one are rejected with QUOTA_EXCEEDED, whichever way they come in.",
  simpleResolvers: true,
})
export class OrganizationLimitsType implements LimitsInUse {
  @Field(() => String, { description: "The organization's name." })
  readonly organization!: string;

  @Field(() => Boolean, {
    description:
      "Whether the limits were set for the organization; otherwise, they are the service's defaults.",
  })
  readonly own!: boolean;

  @Field(() => LimitInUseType, {
    description:
      "Pages per UTC day. Only finished pages count, so documents that were accepted can exceed the limit.",
  })
  readonly pagesPerDay!: LimitInUse;

  @Field(() => GraphQLDateTime, { description: "When the pages of the day are counted from 0 again." })
  readonly nextDay!: Date;

  @Field(() => LimitInUseType, {
    description:
      "Documents that were accepted and have been neither processed nor cancelled, and have not failed.",
  })
  readonly documentsInFlight!: LimitInUse;

  @Field(() => LimitInUseType, {
    description:
      "Total size in bytes of the documents that are kept, uploads included. A document that is read several times counts once.",
  })
  readonly bytesKept!: LimitInUse;
}

@InputType("OrganizationLimitsInput", {
  description:
    "The limits of an organization. A limit that is null or left out does not apply; 0 rejects everything.",
})
export class OrganizationLimitsInput {
  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: "Maximum number of pages per UTC day." })
  readonly pagesPerDay!: number | null | undefined;

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "Maximum number of documents that were accepted and are not settled.",
  })
  readonly documentsInFlight!: number | null | undefined;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: "Maximum total size of the documents that are kept, in bytes.",
  })
  readonly bytesKept!: number | null | undefined;
}

@InputType("SetOrganizationLimitsInput", { description: "The limits to set." })
export class SetOrganizationLimitsInput {
  @Field(() => String, { description: "The organization's name." })
  readonly organization!: string;

  @Field(() => OrganizationLimitsInput, {
    nullable: true,
    description: "Its limits; null means the defaults of the service.",
  })
  readonly limits!: Partial<OrganizationLimits> | null | undefined;
}

@ObjectType("SetOrganizationLimitsPayload", {
  description: "Result of `setOrganizationLimits`.",
  simpleResolvers: true,
})
export class SetOrganizationLimitsPayload {
  @Field(() => OrganizationLimitsType, { description: "The limits that apply now." })
  readonly limits!: LimitsInUse;
}
