import { extractOptionsSchema } from "@galley/core";
import type { JobOptions, Submission } from "@galley/core/domain";
import type { GraphQLScalarType } from "graphql";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { z } from "zod";
import { schemaNameOf, type EnumValues } from "../enums/enum-type.ts";
import {
  AttachmentChoiceEnum,
  ExtractionModeEnum,
  LineStrategyEnum,
  HandwritingEnum,
  MissingLanguagesEnum,
  OcrEngineChoiceEnum,
  OutputModeEnum,
  RecognitionEnum,
  StructureRenditionEnum,
  TextChoiceEnum,
  TextOrderEnum,
} from "./option-enums.ts";

interface OptionField {
  readonly type: typeof String | typeof Boolean | GraphQLScalarType | EnumValues;
  /** The option is a list of values of the type. */
  readonly isList?: true;
  readonly meaning: string;
}

/** Type and description of every option. Defaults and bounds come from core's schema. */
const OPTIONS: Record<keyof JobOptions, OptionField> = {
  mode: { type: ExtractionModeEnum, meaning: "Kind of document." },
  outputMode: { type: OutputModeEnum, meaning: "Layout of the text." },
  textOrder: { type: TextOrderEnum, meaning: "Order of the text; TEXT only." },
  pageSeparator: {
    type: String,
    meaning: "Separator line after every page; {{page_no}} is replaced by the page number.",
  },
  pages: { type: String, meaning: 'Pages to read, such as "1-3,7,9-"; "" means all.' },
  medianFilterSize: {
    type: Int,
    meaning: "Size of the median filter for denoising, in pixels; LOW_COST only.",
  },
  gaussianBlurRadius: {
    type: Float,
    meaning: "Radius of the Gaussian blur for denoising, in pixels; LOW_COST only.",
  },
  lineTolerance: {
    type: Float,
    meaning:
      "Maximum vertical offset within a line, as a fraction of the average character height; text beyond it starts a new line.",
  },
  lineStrategy: {
    type: LineStrategyEnum,
    meaning: "Which part of a slanted or stepped row determines its line.",
  },
  horizontalStretchFactor: {
    type: Float,
    meaning: "Horizontal stretch before columns are detected; 1.1 means 10 %.",
  },
  markVerticalLines: { type: Boolean, meaning: "Draws vertical ruling lines as |; not in NATIVE_TEXT." },
  markHorizontalLines: {
    type: Boolean,
    meaning: "Draws horizontal ruling lines as -; requires markVerticalLines.",
  },
  recognition: {
    type: RecognitionEnum,
    meaning: "Which pages are recognised (OCR); none in NATIVE_TEXT.",
  },
  lang: {
    type: String,
    meaning:
      'OCR languages, such as "eng" or "deu+fra"; "auto" detects the script and uses the languages installed for it.',
  },
  missingLanguages: {
    type: MissingLanguagesEnum,
    meaning:
      "Whether to reject a document whose languages are not all installed, or to read it with those that are.",
  },
  ocrEngine: {
    type: OcrEngineChoiceEnum,
    meaning: "The engine that recognises text; jobs with one that is not set up fail.",
  },
  handwriting: {
    type: HandwritingEnum,
    meaning: "What reads regions that look handwritten or were read with low confidence.",
  },
  addLineNumbers: {
    type: Boolean,
    meaning: "Prefixes every line of the text with a hexadecimal line number.",
  },
  allowRotatedText: {
    type: Boolean,
    meaning:
      "False drops text rotated by more than watermarkAngleThreshold; FORM, HIGH_QUALITY and TABLE only.",
  },
  watermarkAngleThreshold: { type: Float, meaning: "Angle from which text counts as rotated, in degrees." },
  hiddenText: {
    type: TextChoiceEnum,
    meaning:
      "Text that is clipped, covered by a later box, white on white, or hidden by the styles of an HTML page. The invisible text layer of a scan is always kept.",
  },
  annotationText: {
    type: TextChoiceEnum,
    meaning: "Text of annotations that are visible on the page: text boxes, stamps and watermarks.",
  },
  remarkText: {
    type: TextChoiceEnum,
    meaning:
      "Notes of annotations, such as sticky notes and comments on highlighted text; they follow the page's text.",
  },
  ignoreVerticalText: { type: Boolean, meaning: "True drops vertical text." },
  derotateThreshold: {
    type: Float,
    meaning: "Pages whose skew is below this angle are deskewed, in degrees.",
  },
  attachments: {
    type: AttachmentChoiceEnum,
    meaning:
      "Whether the files in a PDF or a mail are read after their document. The files of a ZIP file are always read.",
  },
  minTableWidth: {
    type: Float,
    meaning:
      "Minimum table width, as a fraction of the page width; narrower tables are laid out as plain text.",
  },
  wordConfidenceThreshold: { type: Float, meaning: "Recognised words with a lower confidence are dropped." },
  includeLineConfidence: {
    type: Boolean,
    meaning: "Adds a confidence to each line's metadata; requires addLineNumbers.",
  },
  checkboxConfidenceThreshold: {
    type: Float,
    meaning: "Minimum confidence for a check box or radio button to count as marked.",
  },
  blocks: {
    type: Boolean,
    meaning:
      "Finds headings, paragraphs, lists and tables with the text. By default, they are found when Job.blocks, Job.markdown or another rendition is first asked for.",
  },
  renditions: {
    type: StructureRenditionEnum,
    isList: true,
    meaning: "The renditions that are wanted: the same as blocks if any is named.",
  },
};

@ObjectType("ExtractionOptions", {
  description: "Extraction options, with all defaults filled in.",
  simpleResolvers: true,
})
export class ExtractionOptionsType {}

@InputType("ExtractionOptionsInput", {
  description: "Extraction options. Options that are null or left out take their defaults.",
})
export class ExtractionOptionsInput {}

const OPTIONS_SCHEMA = z.toJSONSchema(extractOptionsSchema);

for (const [name, { type, isList, meaning }] of Object.entries(OPTIONS)) {
  const description = `${meaning} ${validValues(name)}`;
  const ofField = isList ? () => [type] : () => type;
  Field(ofField, { description: meaning })(ExtractionOptionsType.prototype, name);
  Field(ofField, { nullable: true, description })(ExtractionOptionsInput.prototype, name);
}

/** The option's default and, for a number, its bounds, from core's schema. */
function validValues(name: string): string {
  const facts = OPTIONS_SCHEMA.properties?.[name];
  if (typeof facts !== "object") throw new Error(`There is no option ${name}.`);
  const value = facts.enum ? schemaNameOf(String(facts.default)) : JSON.stringify(facts.default);
  return facts.minimum === undefined
    ? `Default ${value}.`
    : `From ${facts.minimum} to ${facts.maximum}; default ${value}.`;
}

/** Drops null options, so they take their defaults. */
export function givenOptions(options: Submission["options"]): Submission["options"] {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}
