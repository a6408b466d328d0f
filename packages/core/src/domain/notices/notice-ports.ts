import type { Notice } from "./notice.ts";

export interface NoticeRecords {
  readonly notices: NoticeStore;
}

/** Published when a transaction on notices commits. */
export interface NoticeOutbox {
  readonly queue: NoticeQueue;
  readonly announcements: NoticeAnnouncements;
}

/** Newest first; `after` is the last notice of the previous page. */
export interface NoticeQuery extends Pick<Notice, "organizationId" | "userId"> {
  readonly after?: Pick<Notice, "createdAt" | "id"> | undefined;
  readonly limit: number;
}

export interface NoticeStore {
  insert(notice: Notice): Promise<void>;
  find(id: string): Promise<Notice | undefined>;
  /** Ordered by `createdAt`, then `id`, both descending. */
  list(query: NoticeQuery): Promise<readonly Notice[]>;
  count(query: Pick<Notice, "organizationId" | "userId">): Promise<number>;
  markRead(id: string, readAt: Date): Promise<void>;
}

export interface NoticeQueue {
  /** E-mails a notice to its user. */
  sendNotice(noticeId: string): Promise<void>;
}

export interface NoticeAnnouncements {
  noticeArrived(notice: Pick<Notice, "userId">): Promise<void>;
}

export interface NoticeSubscriptions {
  /** Like `JobSubscriptions.jobChanges`, for the notices of a user. */
  noticeArrivals(userId: string): AsyncIterableIterator<void> & AsyncDisposable;
}
