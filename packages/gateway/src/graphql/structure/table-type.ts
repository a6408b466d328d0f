import type { ExtractedTable, PlacedCell } from "@galley/core/domain";
import { GraphQLJSONObject, GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { RectType } from "../pages/geometry-types.ts";

@ObjectType("TableCell", { description: "A cell of a table.", simpleResolvers: true })
export class TableCellType implements PlacedCell {
  @Field(() => GraphQLNonNegativeInt, { description: "Row, counted from 0." })
  readonly row!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Column, counted from 0." })
  readonly column!: number;

  @Field(() => GraphQLPositiveInt, { description: "Rows that it spans." })
  readonly rowSpan!: number;

  @Field(() => GraphQLPositiveInt, { description: "Columns that it spans." })
  readonly columnSpan!: number;

  @Field(() => String, { description: "Its text; line breaks separate paragraphs and list items." })
  readonly text!: string;

  @Field(() => [GraphQLJSONObject], {
    description:
      "Its paragraphs and lists, as `blocksJsonSchema()` of the library describes them; empty if it is a single paragraph.",
  })
  readonly blocks!: NonNullable<PlacedCell["blocks"]>;

  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => RectType, { description: "Bounding box of its text on the page." })
  readonly box!: PlacedCell["box"];
}

@ObjectType("Table", { description: "A table of a document.", simpleResolvers: true })
export class TableType implements Omit<ExtractedTable, "id" | "cells"> {
  @Field(() => String, { description: "The key of its block." })
  readonly block!: string;

  @Field(() => String, { description: "Its caption; empty if it has none." })
  readonly caption!: string;

  @Field(() => [GraphQLPositiveInt], { description: "The pages that it is on." })
  readonly pages!: readonly number[];

  @Field(() => GraphQLNonNegativeInt, { description: "Rows at the top that label the columns." })
  readonly headRows!: number;

  @Field(() => [[String]], {
    description: "Texts by row and column; a cell that spans several is in the first of them.",
  })
  readonly rows!: readonly (readonly string[])[];

  @Field(() => [TableCellType], { description: "The cells that have a text." })
  readonly cells!: readonly TableCellType[];

  @Field(() => String, {
    description: "The rows as CSV. Texts that spreadsheets would run as formulas begin with an apostrophe.",
  })
  readonly csv!: string;
}

export function tableTypeOf({ id, cells, ...table }: ExtractedTable): TableType {
  return { ...table, block: id, cells: cells.map((cell) => ({ blocks: [], ...cell })) };
}
