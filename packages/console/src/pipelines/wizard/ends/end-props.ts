import type { EndDraft } from "../draft.ts";

/** One end of a pipeline as it is edited. */
export interface EndProps {
  readonly end: EndDraft;
  readonly onChange: (end: EndDraft) => void;
}
