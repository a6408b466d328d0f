/** Which files of a run are shown. */
export const FILE_FILTERS = ["failed", "done", "skipped", "waiting"] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];
