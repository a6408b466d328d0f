import { seenAmong, seenBy, visibilityOf } from "../sharing/record-access.ts";
import { nextSlots } from "../schedules/cron.ts";
import {
  createPipeline,
  previewSlots,
  removePipeline,
  updatePipeline,
  updateSettings,
} from "./manage-pipelines.ts";
import { detailsOfEach } from "./pipeline-details.ts";
import type { Pipelines, PipelineUseCasePorts } from "./pipelines.ts";

export function createPipelines(ports: PipelineUseCasePorts): Pipelines {
  const { records } = ports.database;
  return {
    create: (member, facts) => createPipeline(ports, member, facts),
    update: (member, id, changes) => updatePipeline(ports, member, { id, changes }),
    updateSettings: (member, settings) => updateSettings(ports, member, settings),
    remove: (member, id) => removePipeline(ports, member, id),
    find: async (member, id) =>
      seenBy(records, member, { kind: "pipeline", record: await records.pipelines.find(id) }),
    list: (member, query) => records.pipelines.list({ ...query, ...visibilityOf(member) }),
    count: (member, query) => records.pipelines.count({ ...query, ...visibilityOf(member) }),
    seen: async (member, ids) =>
      seenAmong(records, member, { kind: "pipeline", records: await records.pipelines.listByIds(ids) }),
    async seenOfWorkflows(member, workflowIds) {
      const all = await records.pipelines.listOfWorkflows(workflowIds);
      const seen = await seenAmong(records, member, { kind: "pipeline", records: all });
      const ofWorkflow = Map.groupBy(seen, ({ workflowId }) => workflowId);
      return workflowIds.map((id) => ofWorkflow.get(id) ?? []);
    },
    async recentRunsOfEach(pipelines, limit) {
      const ids = pipelines.map(({ id }) => id);
      const ofPipeline = Map.groupBy(
        await records.runs.listLatest(ids, limit),
        ({ pipelineId }) => pipelineId,
      );
      return ids.map((id) => ofPipeline.get(id) ?? []);
    },
    nextSlots: ({ active, cron, timeZone }, count) =>
      active && cron !== null ? nextSlots({ cron, timeZone }, { after: ports.environment.now(), count }) : [],
    previewSlots: (schedule, count) => previewSlots(ports, schedule, count),
    detailsOfEach: (pipelines) => detailsOfEach(ports, pipelines),
  };
}
