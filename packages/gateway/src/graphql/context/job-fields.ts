import {
  DomainError,
  type Application,
  type DocumentFields,
  type Job,
  type Viewer,
} from "@galley/core/domain";
import DataLoader from "dataloader";

/** Loads the fields of many jobs in one query. */
export type JobFieldsLists = DataLoader<string, readonly DocumentFields[]>;

/** Not cached, because fields change. */
export function createJobFieldsLists({ fields }: Application): JobFieldsLists {
  return new DataLoader((ids) => fields.ofEachJob(ids.map((id) => ({ id }))), { cache: false });
}

/** Loads the jobs of fields, in one query. */
export type JobsById = DataLoader<string, Job>;

export function createJobsById({ jobs }: Application, viewer: Viewer | undefined): JobsById {
  return new DataLoader<string, Job>(
    async (ids) => {
      const found = new Map((viewer ? await jobs.seen(viewer, ids) : []).map((job) => [job.id, job]));
      return ids.map((id) => found.get(id) ?? new DomainError("NOT_FOUND", "Job not found."));
    },
    { cache: false },
  );
}
