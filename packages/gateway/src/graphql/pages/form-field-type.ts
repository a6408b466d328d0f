import { Field, Float, ObjectType } from "type-graphql";
import { FormFieldKindEnum } from "./page-enums.ts";
import { RectType } from "./geometry-types.ts";
import type { FormField, Rect } from "./page-records.ts";

@ObjectType("FormField", {
  description: "A visible field of an interactive form.",
  simpleResolvers: true,
})
export class FormFieldType implements FormField {
  @Field(() => String, { description: "Fully qualified name, with parts joined by dots." })
  readonly name!: string;

  @Field(() => FormFieldKindEnum, { description: "Kind of field." })
  readonly kind!: FormField["kind"];

  @Field(() => String, {
    description: "The displayed text; for a check box or radio button, the name of its on state.",
  })
  readonly value!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether it is checked; null for kinds without a check mark.",
  })
  readonly checked!: boolean | null;

  @Field(() => Boolean, { description: "Whether it can contain several lines of text." })
  readonly multiline!: boolean;

  @Field(() => Float, {
    description: "Font size in points; 0 if it is chosen automatically.",
  })
  readonly fontSize!: number;

  @Field(() => RectType, { description: "Bounding box on the page." })
  readonly box!: Rect;
}
