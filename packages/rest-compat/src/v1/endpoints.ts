/** The calls of version 1 that version 2 does not share. */
export { getUsageInfo } from "./get-usage-info.ts";
export { highlightData } from "./highlight-data.ts";
export { whisper } from "./whisper.ts";
export { whisperRetrieve } from "./whisper-retrieve.ts";
export { whisperStatus } from "./whisper-status.ts";
