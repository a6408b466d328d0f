import { graphql } from "./generated/gql.ts";

export const SUBMIT = graphql(`
  mutation Submit($input: SubmitDocumentInput!) {
    submitDocument(input: $input) {
      job {
        id
      }
    }
  }
`);

export const JOB = graphql(`
  query Job($id: ID!) {
    job(id: $id) {
      ...JobFields
    }
  }

  fragment JobFields on Job {
    id
    handle
    status
    statusMessage
    tag
    mode
    pageCount
    pagesSelected
    pagesDone
    queuePosition
    submittedAt
    settledAt
    textExpiresAt
    file {
      name
    }
  }
`);

export const CHANGES = graphql(`
  subscription Changes($id: ID!) {
    jobChanged(id: $id) {
      job {
        ...JobFields
      }
    }
  }
`);

export const CANCEL = graphql(`
  mutation Cancel($id: ID!) {
    cancelJob(input: { jobId: $id }) {
      job {
        id
      }
    }
  }
`);

export const TEXT_LINK = graphql(`
  query TextLink($id: ID!) {
    job(id: $id) {
      download(rendition: TEXT) {
        path
      }
    }
  }
`);

export const PAGES = graphql(`
  query Pages($id: ID!, $after: String) {
    job(id: $id) {
      pages(first: 50, after: $after) {
        nodes {
          number
          status
          text
          message
          textSource
          width
          height
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const MARKDOWN = graphql(`
  query Markdown($id: ID!) {
    job(id: $id) {
      markdown
    }
  }
`);

export const TABLES = graphql(`
  query Tables($id: ID!) {
    job(id: $id) {
      tables {
        block
        caption
        pages
        headRows
        rows
        csv
      }
    }
  }
`);

export const CHUNKS = graphql(`
  query Chunks($id: ID!, $maxTokens: Int!, $overlap: Int!, $after: String) {
    job(id: $id) {
      chunks(maxTokens: $maxTokens, overlap: $overlap, first: 50, after: $after) {
        nodes {
          key
          text
          headings
          pages
          tokens
          places {
            page
            box {
              x0
              y0
              x1
              y1
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const FIELDS = graphql(`
  query Fields($id: ID!, $schema: String!) {
    job(id: $id) {
      fieldsOfSchemas(schema: $schema) {
        ...DataFields
      }
    }
  }

  fragment DataFields on DocumentFields {
    part
    pages {
      first
      last
    }
    status
    message
    version
    data
    review
    notes
    fields {
      path
      value
      raw
      confidence
      reader
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
  }
`);

export const READ_FIELDS = graphql(`
  mutation ReadFields($id: ID!, $schema: String!, $split: Boolean) {
    readFields(input: { jobId: $id, schema: $schema, split: $split }) {
      parts {
        ...DataFields
      }
    }
  }
`);
