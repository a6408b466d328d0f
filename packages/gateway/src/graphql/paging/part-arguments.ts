import { DomainError } from "@galley/core/domain";
import { GraphQLPositiveInt } from "graphql-scalars";
import { ArgsType, Field } from "type-graphql";

const MAX_FIRST = 100;
export const DEFAULT_FIRST = 50;

@ArgsType()
export class PartArguments {
  @Field(() => GraphQLPositiveInt, {
    defaultValue: DEFAULT_FIRST,
    description: `Maximum number of elements, 1 to ${MAX_FIRST}.`,
  })
  readonly first!: number;

  @Field(() => String, {
    nullable: true,
    description: "The cursor after which to start; null starts at the beginning.",
  })
  readonly after!: string | null | undefined;
}

/** @throws DomainError `BAD_INPUT` if `first` is over the maximum. */
export function limitOf({ first }: Pick<PartArguments, "first">, most = MAX_FIRST): number {
  if (first <= most) return first;
  throw new DomainError("BAD_INPUT", `first: expected 1 to ${most}.`, { field: "first" });
}
