/** The steps of the wizard, in order. */
export const STEPS = ["source", "reading", "destination", "schedule", "review"] as const;
export type Step = (typeof STEPS)[number];
