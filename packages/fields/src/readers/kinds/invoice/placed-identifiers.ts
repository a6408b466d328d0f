import type { DocumentContext } from "../../../document/document-context.ts";
import { citationOf, type Segment } from "../../../text/segment.ts";
import type { FoundIdentifier } from "../../../values/identifiers.ts";
import type { Proposal } from "../../reader.ts";

/** An identifier with the segment that has it. */
export interface Placed {
  readonly identifier: FoundIdentifier;
  readonly segment: Segment;
}

/** What a search finds in the lines of a document, from top to bottom. */
export function found(
  { lines }: DocumentContext,
  find: (text: string) => readonly FoundIdentifier[],
): readonly Placed[] {
  return lines.flatMap(({ whole }) => find(whole.text).map((identifier) => ({ identifier, segment: whole })));
}

/** The first of several, which is the one that payments go to. */
export function identifierProposals(path: string, [first]: readonly Placed[]): readonly Proposal[] {
  return first === undefined
    ? []
    : [placedProposal(path, first, first.identifier.checks.length === 0 ? 0.97 : 0.6)];
}

export function placedProposal(path: string, { identifier, segment }: Placed, confidence: number): Proposal {
  const { value, start, end, checks } = identifier;
  const raw = segment.text.slice(start, end);
  return {
    path,
    value,
    raw,
    citations: [citationOf(segment, start, end)],
    confidence,
    reader: "kind",
    checks,
  };
}
