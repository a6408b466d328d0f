import { graphql } from "../../api/graphql.ts";
import type { NotificationFieldsFragment } from "../../generated/graphql.ts";

export type NotificationRecord = NotificationFieldsFragment;

graphql(`
  fragment NotificationFields on OutcomeNotification {
    id
    name
    url
    platform
    active
    failuresOnly
    authorization
    authorizationHeader
    maxRetries
    updatedAt
  }
`);

export const NOTIFICATIONS = graphql(`
  query OutcomeNotifications($pipelineId: ID!) {
    outcomeNotifications(pipelineId: $pipelineId) {
      ...NotificationFields
    }
  }
`);

export const CREATE_NOTIFICATION = graphql(`
  mutation CreateOutcomeNotification($input: CreateOutcomeNotificationInput!) {
    createOutcomeNotification(input: $input) {
      notification {
        ...NotificationFields
      }
    }
  }
`);

export const UPDATE_NOTIFICATION = graphql(`
  mutation UpdateOutcomeNotification($input: UpdateOutcomeNotificationInput!) {
    updateOutcomeNotification(input: $input) {
      notification {
        ...NotificationFields
      }
    }
  }
`);

export const DELETE_NOTIFICATION = graphql(`
  mutation DeleteOutcomeNotification($input: DeleteOutcomeNotificationInput!) {
    deleteOutcomeNotification(input: $input) {
      deletedId
    }
  }
`);
