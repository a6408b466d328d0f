import type { OutcomeNotificationStore } from "../../../notifications/notification-ports.ts";
import type { OutcomeNotification } from "../../../notifications/outcome-notification.ts";
import type { Pipeline } from "../../../pipelines/pipeline.ts";
import type { Records } from "../../../application.ts";
import type { RunFileStore, RunQuery, RunStore } from "../../../runs/run-ports.ts";
import type { ProcessedFile, Run, RunFile } from "../../../runs/run.ts";
import type { ScheduleProgress, ScheduleStore } from "../../../schedules/schedule-ports.ts";

export interface RunTables {
  readonly runs: Map<string, Run>;
  readonly runFiles: Map<string, RunFile>;
  readonly processedFiles: Map<string, ProcessedFile>;
  readonly scheduleProgress: Map<string, ScheduleProgress>;
  readonly outcomeNotifications: Map<string, OutcomeNotification>;
}

export function emptyRunTables(): RunTables {
  return {
    runs: new Map(),
    runFiles: new Map(),
    processedFiles: new Map(),
    scheduleProgress: new Map(),
    outcomeNotifications: new Map(),
  };
}

export function copyRunTables(tables: RunTables): RunTables {
  return {
    runs: new Map(tables.runs),
    runFiles: new Map(tables.runFiles),
    processedFiles: new Map(tables.processedFiles),
    scheduleProgress: new Map(tables.scheduleProgress),
    outcomeNotifications: new Map(tables.outcomeNotifications),
  };
}

export function memoryRunRecords(
  tables: () => RunTables & { readonly pipelines: ReadonlyMap<string, Pipeline> },
): Pick<Records, "runs" | "runFiles" | "processedFiles" | "schedules" | "outcomeNotifications"> {
  return {
    runs: memoryRuns(() => tables().runs),
    runFiles: memoryRunFiles(() => tables().runFiles),
    processedFiles: {
      async insert(file) {
        const key = keyOf(file);
        if (!tables().processedFiles.has(key)) tables().processedFiles.set(key, file);
      },
      holds: async (file) => tables().processedFiles.has(keyOf(file)),
      remove: async (file) => void tables().processedFiles.delete(keyOf(file)),
    },
    outcomeNotifications: memoryNotifications(() => tables().outcomeNotifications),
    schedules: memorySchedules(
      () => tables().scheduleProgress,
      () => tables().pipelines,
    ),
  };
}

function keyOf({
  workflowId,
  contentHash,
  path,
}: Pick<ProcessedFile, "workflowId" | "contentHash" | "path">): string {
  return `${workflowId} ${contentHash} ${path}`;
}

function memoryRuns(table: () => Map<string, Run>): RunStore {
  const newestFirst = (): Run[] =>
    [...table().values()].toSorted(
      (a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1),
    );
  const matching = ({ pipelineId, from, to }: Omit<RunQuery, "offset" | "limit">): Run[] =>
    newestFirst().filter(
      (run) =>
        run.pipelineId === pipelineId && !(from && run.createdAt < from) && !(to && run.createdAt > to),
    );
  const fills = (run: Run, other: Run): boolean =>
    run.slot !== null && run.pipelineId === other.pipelineId && run.slot.getTime() === other.slot?.getTime();
  return {
    async insert(run) {
      if ([...table().values()].some((other) => fills(run, other))) return false;
      table().set(run.id, run);
      return true;
    },
    find: async (id) => table().get(id),
    list: async ({ offset, limit, ...query }) => matching(query).slice(offset, offset + limit),
    count: async (query) => matching(query).length,
    listLatest: async (pipelineIds, limit) =>
      pipelineIds.flatMap((pipelineId) => matching({ pipelineId }).slice(0, limit)),
    has: async (pipelineId, statuses) =>
      matching({ pipelineId }).some(({ status }) => statuses.includes(status)),
    lock: async (id) => table().get(id),
    update: async (id, changes) => change(table(), id, changes),
  };
}

function memoryRunFiles(table: () => Map<string, RunFile>): RunFileStore {
  const ofRun = (runId: string): RunFile[] =>
    [...table().values()]
      .filter((file) => file.runId === runId)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    async insert(files) {
      const before = table().size;
      for (const file of files) {
        if (!ofRun(file.runId).some(({ path }) => path === file.path)) table().set(file.id, file);
      }
      return table().size - before;
    },
    find: async (id) => table().get(id),
    findByJob: async (jobId) => [...table().values()].find((file) => file.jobId === jobId),
    lock: async (id) => table().get(id),
    list: async (runId, { after, limit, statuses }) =>
      ofRun(runId)
        .filter(({ path, status }) => path > after && (!statuses || statuses.includes(status)))
        .slice(0, limit),
    listOfRuns: async (runIds, { after, limit, statuses }) =>
      runIds.flatMap((runId) =>
        ofRun(runId)
          .filter(({ path, status }) => path > after && (!statuses || statuses.includes(status)))
          .slice(0, limit),
      ),
    count: async (runId, statuses) => ofRun(runId).filter(({ status }) => statuses.includes(status)).length,
    update: async (id, changes) => change(table(), id, changes),
    async updateAll(
      runId,
      statuses,
      changes,
      { attemptsBelow } = { attemptsBelow: Number.POSITIVE_INFINITY },
    ) {
      for (const { id, status, attempts } of ofRun(runId)) {
        if (statuses.includes(status) && attempts < attemptsBelow) change(table(), id, changes);
      }
    },
    async removeAll(runId, status) {
      for (const file of ofRun(runId)) if (file.status === status) table().delete(file.id);
    },
  };
}

function memoryNotifications(table: () => Map<string, OutcomeNotification>): OutcomeNotificationStore {
  return {
    insert: async (notification) => void table().set(notification.id, notification),
    find: async (id) => table().get(id),
    list: async (organizationId) =>
      [...table().values()].filter((one) => one.organizationId === organizationId),
    listOfPipeline: async (pipelineId) =>
      [...table().values()].filter((one) => one.pipelineId === pipelineId),
    update: async (id, changes) => change(table(), id, changes),
    remove: async (id) => void table().delete(id),
  };
}

function memorySchedules(
  table: () => Map<string, ScheduleProgress>,
  pipelines: () => ReadonlyMap<string, Pipeline>,
): ScheduleStore {
  const isDue = ({ id, active, cron, timeZone }: Pipeline, now: Date): boolean => {
    if (!active || cron === null) return false;
    const progress = table().get(id);
    if (progress?.cron !== cron || progress.timeZone !== timeZone) return true;
    return progress.nextSlot !== null && progress.nextSlot <= now;
  };
  return {
    listDue: async (now, limit) =>
      [...pipelines().values()]
        .filter((pipeline) => isDue(pipeline, now))
        .slice(0, limit)
        .map(({ id }) => id),
    find: async (pipelineId) => table().get(pipelineId),
    put: async (progress) => void table().set(progress.pipelineId, progress),
    async forgetPaused() {
      for (const pipelineId of table().keys()) {
        const pipeline = pipelines().get(pipelineId);
        if (!pipeline?.active || pipeline.cron === null) table().delete(pipelineId);
      }
    },
  };
}

function change<R>(table: Map<string, R>, id: string, changes: Partial<R>): void {
  const record = table.get(id);
  if (record) table.set(id, { ...record, ...changes });
}
