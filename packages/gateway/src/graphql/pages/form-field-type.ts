import { Field, Float, ObjectType } from "type-graphql";
import { FormFieldKindEnum } from "./page-enums.ts";
import { RectType } from "./geometry-types.ts";
import type { FormField, Rect } from "./page-records.ts";

@ObjectType("FormField", {
  description: "A field of an interactive form, where it stands on the page. Hidden ones are not listed.",
  simpleResolvers: true,
})
export class FormFieldType implements FormField {
  @Field(() => String, { description: "The fully qualified name, parts joined with dots." })
  readonly name!: string;

  @Field(() => FormFieldKindEnum, { description: "What kind of field it is." })
  readonly kind!: FormField["kind"];

  @Field(() => String, {
    description: "The text it shows; for a check box or radio button the name of its on state.",
  })
  readonly value!: string;

  @Field(() => Boolean, { nullable: true, description: "Null where the kind has no check mark." })
  readonly checked!: boolean | null;

  @Field(() => Boolean, { description: "Whether it holds several lines of text." })
  readonly multiline!: boolean;

  @Field(() => Float, {
    description: "Size of its text in points; 0 where the form leaves it to the reader.",
  })
  readonly fontSize!: number;

  @Field(() => RectType, { description: "Its place on the page." })
  readonly box!: Rect;
}
