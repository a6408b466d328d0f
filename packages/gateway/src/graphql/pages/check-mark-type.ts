import { Field, Float, ObjectType } from "type-graphql";
import { CheckMarkKindEnum } from "./page-enums.ts";
import { RectType } from "./geometry-types.ts";
import type { CheckMark, Rect } from "./page-records.ts";

@ObjectType("CheckMark", {
  description: "A check box or radio button on the page: a form field, or one drawn or printed on the page.",
  simpleResolvers: true,
})
export class CheckMarkType implements CheckMark {
  @Field(() => CheckMarkKindEnum, { description: "Shape." })
  readonly kind!: CheckMark["kind"];

  @Field(() => Boolean, { description: "Whether it is marked." })
  readonly marked!: boolean;

  @Field(() => Float, {
    description: "Detection confidence, 0 to 1; below 1 only if it was detected in an image.",
  })
  readonly confidence!: number;

  @Field(() => RectType, { description: "Bounding box on the page." })
  readonly box!: Rect;
}
