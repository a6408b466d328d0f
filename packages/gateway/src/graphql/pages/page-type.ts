import { GraphQLNonNegativeFloat, GraphQLPositiveInt } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import { CheckMarkType } from "./check-mark-type.ts";
import { EngineEnum, PageFailureEnum, PageStatusEnum, TextSourceEnum } from "./page-enums.ts";
import { FormFieldType } from "./form-field-type.ts";
import { ImagePlacementType, RuleType } from "./geometry-types.ts";
import type {
  CheckMark,
  FormField,
  ImagePlacement,
  PageFailed,
  PageOutcome,
  PageRead,
  Rule,
} from "./page-records.ts";

/** Lines and words are resolved where they are asked for: they are worked out from the page's arrays. */
@ObjectType("Page", { description: "A page of a job that is done.", simpleResolvers: true })
export class PageType implements Pick<PageOutcome, "number" | "message" | "seconds"> {
  @Field(() => GraphQLPositiveInt, { description: "Counted from 1." })
  readonly number!: number;

  @Field(() => PageStatusEnum, { description: "What became of it." })
  readonly status!: "read" | "failed";

  @Field(() => String, {
    description: "What a person should know about it; empty when there is nothing to say.",
  })
  readonly message!: string;

  @Field(() => GraphQLNonNegativeFloat, { description: "Seconds that were spent on it." })
  readonly seconds!: number;

  @Field(() => PageFailureEnum, { nullable: true, description: "Why it failed; null when it was read." })
  readonly failure!: PageFailed["reason"] | null;

  @Field(() => EngineEnum, { nullable: true, description: "What read its content; null when it failed." })
  readonly engine!: PageRead["engine"] | null;

  @Field(() => TextSourceEnum, { description: "Where its text came from." })
  readonly textSource!: PageRead["textSource"];

  @Field(() => String, { description: "Why the text came from there; empty when the page failed." })
  readonly reason!: string;

  @Field(() => Boolean, {
    description:
      "Its own text cannot be trusted, because fonts do not say what their glyphs mean or say it wrongly; the message " +
      "tells more. Where the mode allows, the text was recognised instead.",
  })
  readonly garbled!: boolean;

  @Field(() => Float, {
    nullable: true,
    description: "Width of the upright page in points; null when it failed.",
  })
  readonly width!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Height of the upright page in points; null when it failed.",
  })
  readonly height!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Degrees by which the page was turned clockwise to stand upright; null when it failed.",
  })
  readonly rotation!: PageRead["rotation"] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Its text, lines joined with line feeds; null when it failed and once the text was handed out.",
  })
  readonly text!: string | null;

  @Field(() => [FormFieldType], {
    description: "Fields of an interactive form; none once the text was handed out.",
  })
  readonly fields!: readonly FormField[];

  @Field(() => [CheckMarkType], {
    description:
      "Check boxes and radio buttons: of forms always, those drawn or written into the page in the modes FORM and TABLE. " +
      "None once the text was handed out.",
  })
  readonly checkMarks!: readonly CheckMark[];

  @Field(() => [RuleType], { description: "Lines that are drawn on it." })
  readonly rules!: readonly Rule[];

  @Field(() => [ImagePlacementType], { description: "Images that stand on it." })
  readonly images!: readonly ImagePlacement[];

  /** Not in the schema: what lines and words are worked out from. */
  readonly outcome!: PageOutcome;
}

/** A page as a caller may see it: without its text once that was handed out. */
export function visiblePage(outcome: PageOutcome, { textKept }: { textKept: boolean }): PageType {
  const { number, message, seconds } = outcome;
  if (!outcome.ok) return { number, message, seconds, outcome, failure: outcome.reason, ...NOTHING_READ };
  return {
    ...outcome,
    outcome,
    status: "read",
    failure: null,
    text: textKept ? outcome.text : null,
  };
}

const NOTHING_READ = {
  status: "failed",
  engine: null,
  textSource: "none",
  reason: "",
  garbled: false,
  width: null,
  height: null,
  rotation: null,
  text: null,
  fields: [],
  checkMarks: [],
  rules: [],
  images: [],
} as const;
