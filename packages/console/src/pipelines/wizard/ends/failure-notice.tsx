import { Alert, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { FailureFragment } from "../../../generated/graphql.ts";

/** Why a store could not be looked into, and what to do. */
export function FailureNotice({
  failure: { message, hint },
}: {
  readonly failure: FailureFragment;
}): ReactNode {
  return (
    <Alert color="red" variant="light" title={message} role="alert">
      <Text>{hint}</Text>
    </Alert>
  );
}
