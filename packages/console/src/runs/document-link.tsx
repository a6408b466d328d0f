import type { ReactNode } from "react";

import { TextLink } from "../parts/links.ts";

/** A link to the page of a document. */
export function DocumentLink({
  jobId,
  children,
}: {
  readonly jobId: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <TextLink to="/documents/$id" params={{ id: jobId }} data-row>
      {children}
    </TextLink>
  );
}
