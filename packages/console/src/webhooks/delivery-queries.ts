import { graphql } from "../api/graphql.ts";
import type { DeliveryFieldsFragment } from "../generated/graphql.ts";

graphql(`
  fragment DeliveryFields on WebhookDelivery {
    id
    state
    createdAt
    nextAttemptAt
    attemptsMade
    job {
      id
      file {
        name
      }
      source {
        name
      }
    }
    attempts {
      number
      at
      seconds
      status
      message
      answer
      responseHeaders
      request {
        headers
        bytes
        body
      }
    }
  }
`);

export const DELIVERIES = graphql(`
  query DeliveryLog($name: String!, $state: DeliveryState, $after: String) {
    webhook(name: $name) {
      id
      deliveries(state: $state, first: 20, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...DeliveryFields
        }
      }
    }
  }
`);

export const SEND_TEST = graphql(`
  mutation SendTestMessage($name: String!) {
    sendTestMessage(input: { name: $name }) {
      delivery {
        id
      }
    }
  }
`);

export const REPLAY = graphql(`
  mutation ReplayDelivery($deliveryId: ID!) {
    replayDelivery(input: { deliveryId: $deliveryId }) {
      delivery {
        id
        state
        nextAttemptAt
      }
    }
  }
`);

export type DeliveryRecord = DeliveryFieldsFragment;
export type AttemptRecord = DeliveryRecord["attempts"][number];
