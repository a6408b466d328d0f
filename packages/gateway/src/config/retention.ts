import { KEEP_TEXT, type TextLifetime } from "@galley/core/domain";
import { facts, oneOf, wholeNumber, type ValuesOf } from "./variable.ts";

const DAY_SECONDS = 24 * 60 * 60;

/** Retention of texts and documents. */
export const retentionVariables = {
  GALLEY_RESULT_RETENTION_DAYS: wholeNumber(1, 36_500)
    .prefault("7")
    .register(facts, { meaning: "days that texts and their documents are kept" }),
  GALLEY_KEEP_TEXT: oneOf(KEEP_TEXT).prefault("until_expiry").register(facts, {
    meaning: "whether a retrieved text and its document are kept until they expire or deleted at once",
  }),
  GALLEY_RETRIEVE_AGAIN_MINUTES: wholeNumber(0, 525_600)
    .prefault("0")
    .register(facts, { meaning: "minutes in which a retrieved text can be retrieved again" }),
};

export interface RetentionConfig {
  readonly textLifetime: TextLifetime;
}

export function retentionConfig(environment: ValuesOf<typeof retentionVariables>): RetentionConfig {
  return {
    textLifetime: {
      keepText: environment.GALLEY_KEEP_TEXT,
      resultSeconds: environment.GALLEY_RESULT_RETENTION_DAYS * DAY_SECONDS,
      retrieveAgainSeconds: environment.GALLEY_RETRIEVE_AGAIN_MINUTES * 60,
    },
  };
}
