import type { OutcomeNotification } from "./outcome-notification.ts";

export interface NotificationRecords {
  readonly outcomeNotifications: OutcomeNotificationStore;
}

export interface OutcomeNotificationStore {
  insert(notification: OutcomeNotification): Promise<void>;
  find(id: string): Promise<OutcomeNotification | undefined>;
  /** Oldest first. */
  list(organizationId: string): Promise<readonly OutcomeNotification[]>;
  /** Oldest first. */
  listOfPipeline(pipelineId: string): Promise<readonly OutcomeNotification[]>;
  update(
    id: string,
    changes: Partial<Omit<OutcomeNotification, "id" | "organizationId" | "pipelineId" | "createdAt">>,
  ): Promise<void>;
  remove(id: string): Promise<void>;
}
