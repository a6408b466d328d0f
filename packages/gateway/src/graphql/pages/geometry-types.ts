import { Field, Float, Int, ObjectType } from "type-graphql";
import type { ImagePlacement, Rect, Rule } from "./page-records.ts";

@ObjectType("Rect", {
  description: "A bounding box, in points from the upper left corner of the page.",
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
  description: "A horizontal or vertical ruling line, in points from the upper left corner of the page.",
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

  @Field(() => Float, { description: "Stroke width in points." })
  readonly thickness!: number;
}

@ObjectType("ImagePlacement", { description: "An image on a page.", simpleResolvers: true })
export class ImagePlacementType implements ImagePlacement {
  @Field(() => RectType, { description: "Bounding box on the page." })
  readonly box!: Rect;

  @Field(() => Int, { description: "Width in pixels; 0 if the document does not specify it." })
  readonly pixelWidth!: number;

  @Field(() => Int, { description: "Height in pixels; 0 if the document does not specify it." })
  readonly pixelHeight!: number;
}
