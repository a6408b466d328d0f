import { extractOptionsSchema } from "@galley/core";
import type { JobOptions } from "@galley/core/domain";
import type { GraphQLScalarType } from "graphql";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { z } from "zod";
import { schemaNameOf, type EnumValues } from "../enums/enum-type.ts";
import {
  ExtractionModeEnum,
  LineStrategyEnum,
  MissingLanguagesEnum,
  OutputModeEnum,
  RecognitionEnum,
  TextChoiceEnum,
  TextOrderEnum,
} from "./option-enums.ts";

interface OptionField {
  readonly type: typeof String | typeof Boolean | GraphQLScalarType | EnumValues;
  readonly meaning: string;
}

/** Type and meaning of every option. Defaults and bounds are core's. */
const OPTIONS: Record<keyof JobOptions, OptionField> = {
  mode: { type: ExtractionModeEnum, meaning: "What kind of document it is." },
  outputMode: { type: OutputModeEnum, meaning: "How the text is written." },
  textOrder: { type: TextOrderEnum, meaning: "The order of the text; TEXT only." },
  pageSeparator: {
    type: String,
    meaning: "Stands on a line of its own at the end of every page; {{page_no}} becomes the page's number.",
  },
  pages: { type: String, meaning: 'Pages to read, such as "1-3,7,9-"; "" reads all.' },
  medianFilterSize: {
    type: Int,
    meaning: "Side of the median filter against noise, in pixels; LOW_COST only.",
  },
  gaussianBlurRadius: {
    type: Float,
    meaning: "Radius of the blur against noise, in pixels; LOW_COST only.",
  },
  lineTolerance: {
    type: Float,
    meaning:
      "Fraction of the average character height by which text may leave its line before it starts a new one.",
  },
  lineStrategy: {
    type: LineStrategyEnum,
    meaning: "Which end of a slanted or stepped row decides its line.",
  },
  horizontalStretchFactor: {
    type: Float,
    meaning: "Stretches the page to the right before columns are found; 1.1 means 10 %.",
  },
  markVerticalLines: { type: Boolean, meaning: "Draws vertical rules with |; not in NATIVE_TEXT." },
  markHorizontalLines: { type: Boolean, meaning: "Draws horizontal rules with -; needs markVerticalLines." },
  recognition: {
    type: RecognitionEnum,
    meaning:
      "Recognises where a page's own text does not say it all, every page, or those without text; none in NATIVE_TEXT.",
  },
  lang: {
    type: String,
    meaning:
      'Languages of the recogniser, such as "eng" or "deu+fra"; "auto" finds the script and takes what is installed for it.',
  },
  missingLanguages: {
    type: MissingLanguagesEnum,
    meaning: "Refuses a document whose languages are not all installed, or reads it with those that are.",
  },
  addLineNumbers: { type: Boolean, meaning: "Puts a hexadecimal number before every line of the text." },
  allowRotatedText: {
    type: Boolean,
    meaning:
      "False drops text tilted by more than watermarkAngleThreshold; FORM, HIGH_QUALITY and TABLE only.",
  },
  watermarkAngleThreshold: { type: Float, meaning: "Tilt from which text counts as rotated, in degrees." },
  hiddenText: {
    type: TextChoiceEnum,
    meaning:
      "Text that is clipped away, or white where the page is white; the invisible layer of a scan is always kept.",
  },
  annotationText: {
    type: TextChoiceEnum,
    meaning: "Text of the annotations that stand on the page: text boxes, stamps and watermarks.",
  },
  remarkText: {
    type: TextChoiceEnum,
    meaning: "Remarks on the page, such as sticky notes and comments on marked text; they follow its text.",
  },
  ignoreVerticalText: { type: Boolean, meaning: "True drops text that reads upwards or downwards." },
  derotateThreshold: {
    type: Float,
    meaning: "A page whose text is tilted by less is straightened, in degrees.",
  },
  minTableWidth: {
    type: Float,
    meaning: "Narrower tables are laid out as plain text; a fraction of the page's width.",
  },
  wordConfidenceThreshold: { type: Float, meaning: "Recognised words below it are left out." },
  includeLineConfidence: {
    type: Boolean,
    meaning: "Adds a confidence to each line's metadata; needs addLineNumbers.",
  },
  checkboxConfidenceThreshold: {
    type: Float,
    meaning: "A check box or radio button counts as marked from here on.",
  },
};

@ObjectType("ExtractionOptions", {
  description: "The options of an extraction, every default filled in.",
  simpleResolvers: true,
})
export class ExtractionOptionsType {}

@InputType("ExtractionOptionsInput", {
  description: "The options of an extraction. What is left out or null takes its default.",
})
export class ExtractionOptionsInput {}

for (const [name, { type, meaning }] of Object.entries(OPTIONS)) {
  const description = `${meaning} ${validValues(name)}`;
  Field(() => type, { description: meaning })(ExtractionOptionsType.prototype, name);
  Field(() => type, { nullable: true, description })(ExtractionOptionsInput.prototype, name);
}

/** The default of an option and, for a number, its bounds, as core's schema has them. */
function validValues(name: string): string {
  const facts = z.toJSONSchema(extractOptionsSchema).properties?.[name];
  if (typeof facts !== "object") throw new Error(`There is no option ${name}.`);
  const value = facts.enum ? schemaNameOf(String(facts.default)) : JSON.stringify(facts.default);
  return facts.minimum === undefined
    ? `Default ${value}.`
    : `From ${facts.minimum} to ${facts.maximum}; default ${value}.`;
}
