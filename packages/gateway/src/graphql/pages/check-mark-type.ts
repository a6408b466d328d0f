import { Field, Float, ObjectType } from "type-graphql";
import { CheckMarkKindEnum } from "./page-enums.ts";
import { RectType } from "./geometry-types.ts";
import type { CheckMark, Rect } from "./page-records.ts";

@ObjectType("CheckMark", {
  description:
    "A check box or radio button where it stands on the page: a field of a form, or drawn or written into the page.",
  simpleResolvers: true,
})
export class CheckMarkType implements CheckMark {
  @Field(() => CheckMarkKindEnum, { description: "Its shape." })
  readonly kind!: CheckMark["kind"];

  @Field(() => Boolean, { description: "Whether it is marked." })
  readonly marked!: boolean;

  @Field(() => Float, {
    description:
      "How certain it is that there is one, 0 to 1; below 1 only where it was recognised in a picture.",
  })
  readonly confidence!: number;

  @Field(() => RectType, { description: "Its place on the page." })
  readonly box!: Rect;
}
