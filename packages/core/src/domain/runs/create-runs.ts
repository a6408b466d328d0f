import { followDueSchedules } from "../schedules/follow-schedules.ts";
import { cancelRun } from "./cancel-run.ts";
import {
  countRuns,
  endedRun,
  filesOfEach,
  findRun,
  findRunFile,
  jobsOfEach,
  latestRuns,
  listRuns,
  watchRun,
} from "./find-runs.ts";
import { enterByKey, postFiles, startWithUploads } from "./files/post-files.ts";
import { retryFiles } from "./retry-files.ts";
import { RUN_FILE_STATUSES } from "./run.ts";
import { previewDestination } from "./result/preview-destination.ts";
import { resultOf } from "./result/run-result.ts";
import { giveUpFile, giveUpRun } from "./settle-file.ts";
import { startByKey, startRun } from "./start-run.ts";
import { takeFiles } from "./files/take-files.ts";
import { workOnFile } from "./files/work-on-file.ts";
import type { Runs } from "./runs.ts";
import type { RunPorts } from "./use-case-ports.ts";

export function createRuns(ports: RunPorts): Runs {
  return {
    start: (member, pipelineId) => startRun(ports, member, pipelineId),
    startWithUploads: (member, files) => startWithUploads(ports, member, files),
    cancel: (member, id) => cancelRun(ports, member, id),
    retry: (member, id, fileIds) => retryFiles(ports, member, { id, fileIds }),
    find: (member, id) => findRun(ports, member, id),
    findFile: (member, id) => findRunFile(ports, member, id),
    list: (member, query) => listRuns(ports, member, query),
    count: (member, query) => countRuns(ports, member, query),
    latestOfEach: (member, pipelines, limit) => latestRuns(ports, member, { pipelines, limit }),
    filesOfEach: (runs, range) => filesOfEach(ports, runs, range),
    jobsOfEach: (files) => jobsOfEach(ports, files),
    countFiles: (run, statuses = RUN_FILE_STATUSES) =>
      ports.database.records.runFiles.count(run.id, statuses),
    previewDestination: (viewer, destination) => previewDestination(ports, viewer, destination),
    watch: (member, id, signal) => watchRun(ports, member, { id, signal }),
    enter: (entrance) => enterByKey(ports, entrance),
    startEntered: (pipeline) => startByKey(ports, pipeline),
    post: (pipeline, files) => postFiles(ports, pipeline, files),
    ended: (run, signal) => endedRun(ports, run, signal),
    result: (pipeline, runId, renditions = []) => resultOf(ports, pipeline, { runId, renditions }),
    followSchedules: (signal) => followDueSchedules(ports, signal),
    takeFiles: (runId, signal) => takeFiles(ports, runId, signal),
    workOnFile: (runFileId, signal) => workOnFile(ports, runFileId, signal),
    giveUpRun: (runId) => giveUpRun(ports, runId),
    giveUpFile: (runFileId) => giveUpFile(ports, runFileId),
  };
}
