import { GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { OcrEngineEnum } from "./page-enums.ts";
import type { PageRead } from "./page-records.ts";

type PageRecogniser = NonNullable<PageRead["recognisers"]>[number];

@ObjectType("PageRecogniser", {
  description: "An engine that recognised (OCR) words of a page.",
  simpleResolvers: true,
})
export class PageRecogniserType implements PageRecogniser {
  @Field(() => OcrEngineEnum, { description: "The engine." })
  readonly engine!: PageRecogniser["engine"];

  @Field(() => String, {
    description: 'The model or language data, such as "eng"; empty if it is unknown.',
  })
  readonly model!: string;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Number of words that it recognised, before unreliable ones were left out.",
  })
  readonly words!: number;
}
