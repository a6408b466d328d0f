import { Field, Float, Int, ObjectType } from "type-graphql";
import type { ImagePlacement, Rect, Rule } from "./page-records.ts";

@ObjectType("Rect", {
  description: "An upright box on a page, in points from the page's upper left corner.",
  simpleResolvers: true,
})
export class RectType implements Rect {
  @Field(() => Float, { description: "Left edge." })
  readonly x0!: number;

  @Field(() => Float, { description: "Upper edge." })
  readonly y0!: number;

  @Field(() => Float, { description: "Right edge." })
  readonly x1!: number;

  @Field(() => Float, { description: "Lower edge." })
  readonly y1!: number;
}

@ObjectType("Rule", {
  description: "A drawn straight line, horizontal or vertical, in points from the page's upper left corner.",
  simpleResolvers: true,
})
export class RuleType implements Rule {
  @Field(() => Float, { description: "Left end." })
  readonly x0!: number;

  @Field(() => Float, { description: "Upper end." })
  readonly y0!: number;

  @Field(() => Float, { description: "Right end." })
  readonly x1!: number;

  @Field(() => Float, { description: "Lower end." })
  readonly y1!: number;

  @Field(() => Float, { description: "Width of the stroke, in points." })
  readonly thickness!: number;
}

@ObjectType("ImagePlacement", { description: "Where an image stands on a page.", simpleResolvers: true })
export class ImagePlacementType implements ImagePlacement {
  @Field(() => RectType, { description: "Its place on the page." })
  readonly box!: Rect;

  @Field(() => Int, { description: "Its width in pixels; 0 where the document does not say." })
  readonly pixelWidth!: number;

  @Field(() => Int, { description: "Its height in pixels; 0 where the document does not say." })
  readonly pixelHeight!: number;
}
