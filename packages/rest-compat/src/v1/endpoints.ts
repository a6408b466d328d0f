/** The calls of the first version that are not those of the second. */
export { getUsageInfo } from "./get-usage-info.ts";
export { highlightData } from "./highlight-data.ts";
export { whisper } from "./whisper.ts";
export { whisperRetrieve } from "./whisper-retrieve.ts";
export { whisperStatus } from "./whisper-status.ts";
