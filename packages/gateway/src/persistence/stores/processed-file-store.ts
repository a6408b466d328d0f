import type { ProcessedFileStore } from "@galley/core/domain";
import { storable } from "../storable-text.ts";
import type { Run } from "./run.ts";

export function createProcessedFileStore(run: Run): ProcessedFileStore {
  return {
    insert: ({ workflowId, contentHash, path, runId, processedAt }) =>
      run(async (em) => {
        await em.execute(INSERT, [workflowId, contentHash, storable(path), runId, processedAt]);
      }),

    holds: ({ workflowId, contentHash, path }) =>
      run(async (em) => {
        const rows = await em.execute<unknown[]>(HOLDING, [workflowId, contentHash, storable(path)]);
        return rows.length > 0;
      }),

    remove: ({ workflowId, contentHash, path }) =>
      run(async (em) => {
        await em.execute(REMOVAL, [workflowId, contentHash, storable(path)]);
      }),
  };
}

const INSERT = `
  insert into processed_file (workflow_id, content_hash, path, run_id, processed_at)
  values (?, ?, ?, ?, ?) on conflict do nothing`;

const HOLDING = "select 1 from processed_file where workflow_id = ? and content_hash = ? and path = ?";

const REMOVAL = "delete from processed_file where workflow_id = ? and content_hash = ? and path = ?";
