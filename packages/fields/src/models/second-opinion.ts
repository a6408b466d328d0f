import type { Proposal } from "../readers/reader.ts";

/** Of a value that two models read at the same place. */
const AGREED = 0.95;

/** Of a value that another model reads otherwise or not at all. */
const DISPUTED = 0.5;

/** The values of a model after another one has read the same lines. */
export function withSecondOpinion(
  first: readonly Proposal[],
  second: readonly Proposal[],
): readonly Proposal[] {
  const others = new Map(second.map((proposal) => [proposal.path, proposal]));
  return first.map((proposal) => judged(proposal, others.get(proposal.path)));
}

function judged(proposal: Proposal, other: Proposal | undefined): Proposal {
  if (proposal.value === other?.value) {
    const isGrounded = proposal.citations.length > 0 && other.citations.length > 0;
    return isGrounded ? { ...proposal, confidence: Math.max(proposal.confidence, AGREED) } : proposal;
  }
  const read = other === undefined ? "has no value" : `has ${JSON.stringify(other.value)}`;
  return {
    ...proposal,
    confidence: Math.min(proposal.confidence, DISPUTED),
    checks: [{ check: "second-opinion", message: `The second model ${read}.` }],
  };
}
