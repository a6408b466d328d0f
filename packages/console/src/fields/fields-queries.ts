import { graphql } from "../api/graphql.ts";
import type { FieldsTableQuery } from "../generated/graphql.ts";

export const FIELDS_SCHEMAS = graphql(`
  query FieldsSchemas {
    fieldsSchemas {
      name
      title
      isShipped
      isSplittable
      version
    }
  }
`);

/** The newest documents are at the end: people see their files appear, and read from the top. */
export const FIELDS_TABLE = graphql(`
  query FieldsTable($schema: String!, $filter: DocumentFieldsFilter!, $first: PositiveInt!, $after: String) {
    fieldsSchema(name: $schema) {
      name
      title
      isShipped
      isSplittable
      version
      definition
      documents(first: $first, after: $after, filter: $filter) {
        totalCount
        nodes {
          part
          pages {
            first
            last
          }
          status
          message
          data
          review
          job {
            id
            status
            file {
              name
            }
            source {
              name
            }
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
      toReview: documents(first: 1, filter: { statuses: [NEEDS_REVIEW] }) {
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
  }
`);

export type TableSchema = NonNullable<FieldsTableQuery["fieldsSchema"]>;
export type FieldsRow = TableSchema["documents"]["nodes"][number];

export const FIELDS_DOWNLOAD = graphql(`
  query FieldsDownload($schema: String!, $format: FieldsTableFormat!, $filter: DocumentFieldsFilter!) {
    fieldsSchema(name: $schema) {
      download(format: $format, filter: $filter) {
        path
      }
    }
  }
`);

export const FIELDS_SCHEMA = graphql(`
  query FieldsSchema($name: String!) {
    fieldsSchema(name: $name) {
      name
      title
      isShipped
      version
      definition
    }
  }
`);

export const CREATE_SCHEMA = graphql(`
  mutation CreateFieldsSchema($input: FieldsSchemaInput!) {
    createFieldsSchema(input: $input) {
      schema {
        name
      }
    }
  }
`);

export const UPDATE_SCHEMA = graphql(`
  mutation UpdateFieldsSchema($input: FieldsSchemaInput!) {
    updateFieldsSchema(input: $input) {
      schema {
        name
        version
        title
        definition
      }
    }
  }
`);

export const DELETE_SCHEMA = graphql(`
  mutation DeleteFieldsSchema($name: String!) {
    deleteFieldsSchema(input: { name: $name }) {
      name
    }
  }
`);
