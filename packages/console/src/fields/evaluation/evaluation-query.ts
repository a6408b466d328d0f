import { graphql } from "../../api/graphql.ts";
import type { FieldOutcome, FieldReader, FieldsEvaluationQuery } from "../../generated/graphql.ts";

export const EVALUATION = graphql(`
  query FieldsEvaluation(
    $schema: String!
    $version: PositiveInt
    $definition: String
    $against: PositiveInt
  ) {
    fieldsEvaluation(schema: $schema, version: $version, definition: $definition, against: $against) {
      version
      against
      confirmedDocuments
      documents
      failedDocuments
      fields {
        path
        counts {
          ...Counts
        }
        before {
          ...Counts
        }
        readers {
          reader
          counts {
            right
            wrong
            invented
          }
        }
        better
        worse
        values {
          path
          outcome
          before
          expected
          found
          reader
          needsReview
          part
          job {
            id
            file {
              name
            }
            source {
              name
            }
          }
        }
      }
    }
  }
  fragment Counts on FieldOutcomeCounts {
    right
    wrong
    missed
    invented
    neededReview
    unnoticed
  }
`);

export const SCHEMA_VERSIONS = graphql(`
  query FieldsSchemaVersions($name: String!) {
    fieldsSchema(name: $name) {
      name
      title
      version
      definition
      versions {
        version
        createdAt
      }
    }
  }
`);

export type Evaluation = FieldsEvaluationQuery["fieldsEvaluation"];
export type EvaluatedField = Evaluation["fields"][number];

export const OUTCOMES: Readonly<Record<FieldOutcome, string>> = {
  RIGHT: "Right",
  WRONG: "Wrong",
  MISSED: "Missed",
  INVENTED: "Invented",
  ABSENT: "Absent",
};

export const READERS: Readonly<Record<FieldReader, string>> = {
  E_INVOICE: "E-invoice",
  FORM: "Form field",
  LABEL: "Label",
  TABLE: "Table",
  KIND: "Rules",
  EXAMPLE: "Example",
  MODEL: "Language model",
  PERSON: "Person",
};
