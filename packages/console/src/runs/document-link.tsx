import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

/** A link to the page of a document. */
export function DocumentLink({
  jobId,
  children,
}: {
  readonly jobId: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Anchor href={`/view/${jobId}`} data-row>
      {children}
    </Anchor>
  );
}
