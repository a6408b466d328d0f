import { graphql } from "../../api/graphql.ts";
import type { DocumentFieldsPartFragment, PartOfDocumentFragment } from "../../generated/graphql.ts";

graphql(`
  fragment DocumentFieldsPart on DocumentFields {
    schemaName
    part
    pages {
      first
      last
    }
    version
    status
    message
    data
    review
    notes
    fields {
      path
      value
      raw
      confidence
      reader
      needsReview
      isConfirmed
      checks {
        check
        message
      }
      citations {
        page
        text
        boxes {
          x0
          y0
          x1
          y1
        }
      }
    }
    schema {
      name
      title
      definition
      isSplittable
    }
  }
`);

export type DocumentData = DocumentFieldsPartFragment;
export type DataField = DocumentData["fields"][number];

graphql(`
  fragment PartOfDocument on DocumentFields {
    schemaName
    part
    status
    pages {
      first
      last
    }
  }
`);

export type DocumentPart = PartOfDocumentFragment;

export const FIELDS_OF_DOCUMENT = graphql(`
  query FieldsOfDocument($id: ID!, $part: PositiveInt!) {
    job(id: $id) {
      id
      fieldsOfSchemas(part: $part) {
        ...DocumentFieldsPart
      }
      parts: fieldsOfSchemas {
        ...PartOfDocument
      }
    }
    fieldsSchemas {
      name
      title
    }
  }
`);

export const READ_FIELDS = graphql(`
  mutation ReadFields($input: ReadFieldsInput!) {
    readFields(input: $input) {
      fields {
        ...DocumentFieldsPart
      }
      parts {
        ...PartOfDocument
      }
    }
  }
`);

export const CONFIRM_FIELDS = graphql(`
  mutation ConfirmFields($input: ConfirmFieldsInput!) {
    confirmFields(input: $input) {
      fields {
        ...DocumentFieldsPart
      }
    }
  }
`);

export const CORRECT_FIELD = graphql(`
  mutation CorrectField($input: CorrectFieldInput!) {
    correctField(input: $input) {
      fields {
        ...DocumentFieldsPart
      }
    }
  }
`);

export const REJECT_FIELDS = graphql(`
  mutation RejectFields($input: DocumentFieldsInput!) {
    rejectFields(input: $input) {
      fields {
        ...DocumentFieldsPart
      }
    }
  }
`);

/** The documents that wait for a reviewer, the oldest first. */
export const REVIEW_QUEUE = graphql(`
  query ReviewQueue($schema: String!) {
    documentFields(first: 100, filter: { schema: $schema, statuses: [NEEDS_REVIEW] }) {
      totalCount
      nodes {
        part
        pages {
          first
          last
        }
        job {
          id
        }
      }
    }
  }
`);
