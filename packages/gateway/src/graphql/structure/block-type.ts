import {
  type Block,
  type BlockPlace,
  blockMarkdown,
  blockText,
  type TextEmphasis,
} from "@galley/core/domain";
import { GraphQLJSONObject, GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, Float, ObjectType } from "type-graphql";
import { RectType } from "../pages/geometry-types.ts";
import { BlockKindEnum } from "./block-enums.ts";

@ObjectType("BlockPlace", { description: "A place on a page.", simpleResolvers: true })
export class BlockPlaceType {
  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => RectType, { description: "Bounding box on the page." })
  readonly box!: BlockPlace["box"];

  @Field(() => GraphQLNonNegativeInt, {
    nullable: true,
    description: "First line of the page's text, counted from 0; null if the text does not contain it.",
  })
  readonly firstLine!: number | null;

  @Field(() => GraphQLNonNegativeInt, { nullable: true, description: "Last line of the page's text." })
  readonly lastLine!: number | null;
}

/** A place with its lines as two fields. */
export function placeOf({ page, box, lines }: BlockPlace): BlockPlaceType {
  return { page, box, firstLine: lines?.[0] ?? null, lastLine: lines?.[1] ?? null };
}

@ObjectType("TextEmphasis", {
  description: "A bold or italic part of a text; offsets in UTF-16 code units, end exclusive.",
  simpleResolvers: true,
})
export class TextEmphasisType implements TextEmphasis {
  @Field(() => GraphQLNonNegativeInt, { description: "Offset of its first character." })
  readonly start!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Offset after its last character." })
  readonly end!: number;

  @Field(() => Boolean, { description: "It is bold." })
  readonly bold!: boolean;

  @Field(() => Boolean, { description: "It is italic." })
  readonly italic!: boolean;
}

@ObjectType("Block", {
  description: "A block of a document: a heading, paragraph, list, table or other part.",
  simpleResolvers: true,
})
export class BlockType {
  @Field(() => String, { description: "Identifies it in its document: b1, b2, … in reading order." })
  readonly key!: string;

  @Field(() => BlockKindEnum, { description: "What it is." })
  readonly kind!: Block["kind"];

  @Field(() => GraphQLPositiveInt, { nullable: true, description: "Level of a heading, 1 to 6." })
  readonly level!: number | null;

  @Field(() => String, { description: "Its text; cells of a table are separated by tabs." })
  readonly text!: string;

  @Field(() => [TextEmphasisType], {
    description:
      "Bold and italic parts of `text`; empty for headings, and for kinds that are not running text.",
  })
  readonly emphasis!: readonly TextEmphasis[];

  @Field(() => String, {
    nullable: true,
    description: "Description of a figure, as the document gives it for readers who do not see it.",
  })
  readonly description!: string | null;

  @Field(() => String, { description: "Its text in Markdown." })
  readonly markdown!: string;

  @Field(() => [BlockPlaceType], { description: "Where it is: a place for each page or column." })
  readonly places!: readonly BlockPlaceType[];

  @Field(() => Float, { description: "How certain it is, 0 to 1." })
  readonly confidence!: number;

  @Field(() => GraphQLJSONObject, {
    description: "Everything that is known of it, as `blocksJsonSchema()` of the library describes it.",
  })
  readonly json!: Block;
}

export function blockTypeOf(block: Block): BlockType {
  return {
    key: block.id,
    kind: block.kind,
    level: block.kind === "heading" ? block.level : null,
    text: blockText(block),
    emphasis: "emphasis" in block ? block.emphasis : [],
    description: block.kind === "figure" && block.description !== "" ? block.description : null,
    markdown: blockMarkdown(block),
    places: block.places.map((place) => placeOf(place)),
    confidence: block.confidence,
    json: block,
  };
}
