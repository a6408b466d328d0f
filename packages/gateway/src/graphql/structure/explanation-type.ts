import type { ExplainedDecision, PageExplanation, PageRegion, Question, Reason } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { RectType } from "../pages/geometry-types.ts";
import { BlockKindEnum } from "./block-enums.ts";

const QuestionEnum = enumType<Question>("DecisionQuestion", "What is decided about a page.", {
  text_source: "Where its text comes from: the document, or recognition.",
  tags: "Whether the document's tags are used.",
  drawing: "Whether shapes are a chart, a diagram or another drawing.",
  gutter: "Whether a gap parts columns of text.",
  column: "Whether a gap parts columns of a table.",
  table: "Whether lines are a table.",
  row: "Whether lines between two rules are rows of their own.",
  header_rows: "Which rows label the columns of a table.",
  paragraph: "Whether a line starts a paragraph.",
  heading: "Whether a text is a heading, and its level.",
  list: "Whether texts with markers are a list.",
  footnote: "Whether a text is a footnote.",
  caption: "Whether a text is the caption of a table or figure.",
  running_header: "Whether a text is a running header or footer.",
  continuation: "Whether a paragraph or table goes on from above.",
});

@ObjectType("DecisionReason", { description: "A fact that was weighed or compared.", simpleResolvers: true })
class DecisionReasonType {
  @Field(() => String, { description: "What was measured." })
  readonly fact!: string;

  @Field(() => String, { description: 'The measured value; "" if there is none.' })
  readonly value!: string;

  @Field(() => String, { description: 'What the value was compared with; "" if with nothing.' })
  readonly limit!: string;

  @Field(() => Float, { nullable: true, description: "What the fact adds to the score; null if nothing." })
  readonly weight!: number | null;
}

@ObjectType("PageDecision", {
  description: "A candidate on a page, and why it was accepted or rejected.",
  simpleResolvers: true,
})
class PageDecisionType {
  @Field(() => String, { description: "Identifies it in the explanation: d1, d2, …" })
  readonly key!: string;

  @Field(() => QuestionEnum, { description: "What was decided." })
  readonly question!: Question;

  @Field(() => Boolean, { description: "Whether the candidate was accepted." })
  readonly accepted!: boolean;

  @Field(() => String, { description: "What was found, or why the candidate was rejected." })
  readonly outcome!: string;

  @Field(() => RectType, { description: "The candidate's place on the page." })
  readonly box!: ExplainedDecision["box"];

  @Field(() => String, {
    nullable: true,
    description: "The key of the region that it is about; null if none.",
  })
  readonly region!: string | null;

  @Field(() => Float, { nullable: true, description: "Null if a rule decides without a score." })
  readonly score!: number | null;

  @Field(() => Float, { nullable: true, description: "Candidates are accepted from this score on." })
  readonly threshold!: number | null;

  @Field(() => [DecisionReasonType], { description: "The facts that decided." })
  readonly reasons!: readonly DecisionReasonType[];
}

@ObjectType("PageRegion", {
  description: "A region of a page: a block, or the part of one that is on it.",
  simpleResolvers: true,
})
class PageRegionType {
  @Field(() => String, { description: "The key of its block." })
  readonly key!: string;

  @Field(() => BlockKindEnum, { description: "Kind of block." })
  readonly kind!: PageRegion["kind"];

  @Field(() => Int, { nullable: true, description: "Level of a heading, 1 to 6; null for other blocks." })
  readonly level!: number | null;

  @Field(() => String, { description: "The beginning of its text." })
  readonly text!: string;

  @Field(() => RectType, { description: "Bounding box on the page." })
  readonly box!: PageRegion["box"];

  @Field(() => [RectType], { description: "Its table cells or list items on the page." })
  readonly parts!: PageRegion["parts"];
}

@ObjectType("PageExplanation", {
  description: "Why a page came out as it did: its regions, and the decisions that made them.",
  simpleResolvers: true,
})
export class PageExplanationType {
  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => Float, { description: "Width of the upright page in points." })
  readonly width!: number;

  @Field(() => Float, { description: "Height of the upright page in points." })
  readonly height!: number;

  @Field(() => [PageRegionType], { description: "In reading order." })
  readonly regions!: readonly PageRegionType[];

  @Field(() => [PageDecisionType], { description: "By question, then from top to bottom." })
  readonly decisions!: readonly PageDecisionType[];

  @Field(() => GraphQLNonNegativeInt, {
    description: "Decisions that were left out, because there are too many.",
  })
  readonly omitted!: number;
}

export function explanationTypeOf({ regions, decisions, ...page }: PageExplanation): PageExplanationType {
  return {
    ...page,
    regions: regions.map(({ id, level = null, ...region }) => ({ key: id, level, ...region })),
    decisions: decisions.map(({ id, score = null, threshold = null, reasons, ...decision }) => ({
      key: id,
      score,
      threshold,
      ...decision,
      reasons: reasons.map((reason) => reasonOf(reason)),
    })),
  };
}

function reasonOf({ fact, value = "", limit = "", weight }: Reason): DecisionReasonType {
  const shown = typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
  return { fact, value: shown, limit, weight: weight ?? null };
}
