import { graphql } from "../../api/graphql.ts";

graphql(`
  fragment Failure on ConnectionFailure {
    code
    message
    hint
  }
`);

export const BROWSE = graphql(`
  mutation BrowseConnector($input: BrowseConnectorInput!) {
    browseConnector(input: $input, first: 100) {
      entries {
        nodes {
          kind
          path
          name
          bytes
        }
      }
      truncated
      failure {
        ...Failure
      }
    }
  }
`);

export const COUNT_FILES = graphql(`
  mutation CountFiles($input: CountFilesInput!) {
    countFiles(input: $input) {
      files {
        count
        complete
        examples
      }
      failure {
        ...Failure
      }
    }
  }
`);

export const TRY_FILE = graphql(`
  mutation TryFile($input: TryFileInput!) {
    tryFile(input: $input) {
      job {
        id
      }
      failure {
        ...Failure
      }
    }
  }
`);

export const TRIED_FILE = graphql(`
  query TriedFile($id: ID!) {
    job(id: $id) {
      id
      status
      statusMessage
      pagesDone
      pagesSelected
    }
  }
`);

export const TRIED_PAGES = graphql(`
  query TriedPages($id: ID!) {
    job(id: $id) {
      id
      pages(first: 3) {
        nodes {
          number
          text
        }
      }
    }
  }
`);

export const SCHEDULE_PREVIEW = graphql(`
  query SchedulePreview($cron: String!, $timeZone: String!) {
    schedulePreview(cron: $cron, timeZone: $timeZone, first: 5) {
      slots
    }
  }
`);
