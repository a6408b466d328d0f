/** Description of the precondition that each update of a record takes. */
export const UNMODIFIED_SINCE =
  "The `updatedAt` that you read. If the record was changed after it, the update is rejected with CONFLICT and a message that names who changed it. Null updates it unconditionally.";
