import type { Chunk } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { BlockPlaceType, placeOf } from "./block-type.ts";

@ObjectType("Chunk", { description: "A piece of a document for retrieval.", simpleResolvers: true })
export class ChunkType {
  @Field(() => String, { description: "Identifies it among the chunks of this size: c1, c2, …." })
  readonly key!: string;

  @Field(() => String, { description: "Its text in Markdown." })
  readonly text!: string;

  @Field(() => [String], { description: "The headings above it, from the highest level down." })
  readonly headings!: readonly string[];

  @Field(() => [GraphQLPositiveInt], { description: "The pages that it is on." })
  readonly pages!: readonly number[];

  @Field(() => [BlockPlaceType], { description: "Where its text is." })
  readonly places!: readonly BlockPlaceType[];

  @Field(() => [String], { description: "The keys of its blocks." })
  readonly blocks!: readonly string[];

  @Field(() => GraphQLNonNegativeInt, { description: "Its size in tokens, estimated." })
  readonly tokens!: number;
}

export function chunkTypeOf({ id, places, ...chunk }: Chunk): ChunkType {
  return { ...chunk, key: id, places: places.map((place) => placeOf(place)) };
}
