/** What the addresses of the pipeline screens can say. */

export const PIPELINE_SORTS = ["LAST_RUN_AT", "NAME", "CREATED_AT", "RUN_COUNT"] as const;
export type PipelineSort = (typeof PIPELINE_SORTS)[number];

/** What the list of pipelines shows. */
export interface PipelineListSearch {
  readonly q?: string;
  readonly sort?: PipelineSort;
}

export const PIPELINE_TABS = ["runs", "settings", "address", "notifications", "sharing"] as const;
export type PipelineTab = (typeof PIPELINE_TABS)[number];
