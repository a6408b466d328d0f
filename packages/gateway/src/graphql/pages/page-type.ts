import type { Job } from "@galley/core/domain";
import { GraphQLNonNegativeFloat, GraphQLPositiveInt } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import { CheckMarkType } from "./check-mark-type.ts";
import { EngineEnum, PageFailureEnum, PageStatusEnum, TextSourceEnum } from "./page-enums.ts";
import { FormFieldType } from "./form-field-type.ts";
import { PageRecogniserType } from "./page-recogniser-type.ts";
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

/** Lines and words are computed from the page's arrays only if the query selects them. */
@ObjectType("Page", { description: "A finished page of a job.", simpleResolvers: true })
export class PageType implements Pick<PageOutcome, "number" | "message" | "seconds"> {
  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly number!: number;

  @Field(() => PageStatusEnum, { description: "Whether the page was read or failed." })
  readonly status!: "read" | "failed";

  @Field(() => String, {
    description: "Human-readable details; empty if there are none.",
  })
  readonly message!: string;

  @Field(() => GraphQLNonNegativeFloat, { description: "Processing time in seconds." })
  readonly seconds!: number;

  @Field(() => PageFailureEnum, { nullable: true, description: "Why it failed; null if it was read." })
  readonly failure!: PageFailed["reason"] | null;

  @Field(() => EngineEnum, {
    nullable: true,
    description: "The engine that read its content; null if it failed.",
  })
  readonly engine!: PageRead["engine"] | null;

  @Field(() => TextSourceEnum, { description: "Source of its text." })
  readonly textSource!: PageRead["textSource"];

  @Field(() => String, { description: "Why this text source was chosen; empty if the page failed." })
  readonly reason!: string;

  @Field(() => [PageRecogniserType], {
    description:
      "The engines that recognised its words (OCR), the one with most words first; empty if none was recognised.",
  })
  readonly recognisers!: readonly PageRecogniserType[];

  @Field(() => Float, {
    nullable: true,
    description:
      "Mean confidence of the recognised words over their letters and digits, 0 to 1; null if none was recognised.",
  })
  readonly confidence!: number | null;

  @Field(() => Boolean, {
    description:
      "Whether the recognised text is likely wrong, such as that of handwriting or a blurred photograph; the message has details.",
  })
  readonly doubtful!: boolean;

  @Field(() => Boolean, {
    description:
      "Whether the embedded text is unreliable, because fonts map their glyphs to no or wrong characters; the message " +
      "has details. If the mode allows it, the text was recognised (OCR) instead.",
  })
  readonly garbled!: boolean;

  @Field(() => Float, {
    nullable: true,
    description: "Width of the upright page in points; null if it failed.",
  })
  readonly width!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Height of the upright page in points; null if it failed.",
  })
  readonly height!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "Clockwise rotation that made the page upright, in degrees; null if it failed.",
  })
  readonly rotation!: PageRead["rotation"] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The page's text, with lines separated by line feeds; null if it failed and after the text was deleted.",
  })
  readonly text!: string | null;

  @Field(() => [FormFieldType], {
    description: "Fields of an interactive form; empty after the text was deleted.",
  })
  readonly fields!: readonly FormField[];

  @Field(() => [CheckMarkType], {
    description:
      "Check boxes and radio buttons: form fields in every mode, those drawn or printed on the page in FORM and TABLE. " +
      "Empty after the text was deleted.",
  })
  readonly checkMarks!: readonly CheckMark[];

  @Field(() => [RuleType], { description: "Ruling lines." })
  readonly rules!: readonly Rule[];

  @Field(() => [ImagePlacementType], { description: "Images on the page." })
  readonly images!: readonly ImagePlacement[];

  /** Not in the schema; lines and words are computed from it. */
  readonly outcome!: PageOutcome;

  /** Not in the schema; the page's job. */
  readonly job!: Job;
}

/** The page as callers see it: without its content after that was deleted or expired. */
export function visiblePage(
  outcome: PageOutcome,
  { job, textKept }: { readonly job: Job; readonly textKept: boolean },
): PageType {
  const { number, message, seconds } = outcome;
  if (!outcome.ok)
    return { number, message, seconds, outcome, job, failure: outcome.reason, ...NOTHING_READ };
  return {
    ...outcome,
    outcome,
    job,
    status: "read",
    failure: null,
    recognisers: outcome.recognisers ?? [],
    confidence: outcome.confidence ?? null,
    doubtful: outcome.doubtful ?? false,
    ...(textKept ? {} : { text: null, fields: [], checkMarks: [] }),
  };
}

const NOTHING_READ = {
  status: "failed",
  engine: null,
  textSource: "none",
  reason: "",
  garbled: false,
  recognisers: [],
  confidence: null,
  doubtful: false,
  width: null,
  height: null,
  rotation: null,
  text: null,
  fields: [],
  checkMarks: [],
  rules: [],
  images: [],
} as const;
