import type { FailedCheck, FieldRecord, FieldsResult } from "@galley/core/domain";
import { CERTAIN, reviewOf } from "./decide.ts";

/** A field whose check failed is at most this certain. */
const DOUBTFUL = CERTAIN - 0.2;

/** A result with the checks that failed at its fields, which need review then. */
export function withFailedChecks(
  result: FieldsResult,
  checkOf: (path: string, record: FieldRecord) => FailedCheck | undefined,
): FieldsResult {
  const fields = Object.fromEntries(
    Object.entries(result.fields).map(([path, record]) => {
      const check = checkOf(path, record);
      if (check === undefined) return [path, record];
      const confidence = Math.min(record.confidence, DOUBTFUL);
      return [path, { ...record, confidence, checks: [...record.checks, check] }];
    }),
  );
  return { ...result, fields, review: reviewOf(fields) };
}
