import type { DeliveryState } from "../generated/graphql.ts";

/** What the address of a webhook's screen holds. */
export interface LogSearch {
  /** Only deliveries of this state. */
  readonly state?: StateFilter;
  /** The cursor after which the shown part of the log begins. */
  readonly after?: string;
  /** The delivery whose attempts are unfolded. */
  readonly delivery?: string | undefined;
}

const STATES = {
  pending: "PENDING",
  delivered: "DELIVERED",
  failed: "GIVEN_UP",
  disabled: "DISABLED",
} as const satisfies Record<string, DeliveryState>;

export type StateFilter = keyof typeof STATES;

export function isStateFilter(value: unknown): value is StateFilter {
  return typeof value === "string" && value in STATES;
}

export function stateOf(filter: StateFilter | undefined): DeliveryState | null {
  return filter === undefined ? null : STATES[filter];
}

export function logSearch({ state, after, delivery }: Record<string, unknown>): LogSearch {
  return {
    ...(isStateFilter(state) && { state }),
    ...(typeof after === "string" && { after }),
    ...(typeof delivery === "string" && { delivery }),
  };
}
