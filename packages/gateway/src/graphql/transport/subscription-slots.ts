import { DomainError } from "@galley/core/domain";
import type { GraphQLError } from "graphql";
import type { ExecutionResult, OperationResult } from "graphql-ws";
import { refusedError } from "../errors/errors.ts";

/** Limits each credential to `max` concurrent subscriptions. */
export interface SubscriptionSlots {
  /**
   * Takes one of the holder's slots for a new subscription and frees it when the subscription ends. If no slot is
   * free, it ends the subscription and returns `QUOTA_EXCEEDED`.
   */
  hold(holder: string, begun: OperationResult): Promise<OperationResult>;
}

export function createSubscriptionSlots(max: number, failed: (error: unknown) => void): SubscriptionSlots {
  const held = new Map<string, number>();

  const take = (holder: string): (() => void) => {
    held.set(holder, (held.get(holder) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (held.get(holder) ?? 1) - 1;
      if (left === 0) held.delete(holder);
      else held.set(holder, left);
    };
  };

  return {
    async hold(holder, begun) {
      const subscribed = await begun;
      if (!(Symbol.asyncIterator in subscribed)) return subscribed;
      const results = subscribed[Symbol.asyncIterator]();
      if ((held.get(holder) ?? 0) < max) return releasing(results, take(holder), failed);
      await results.return?.();
      return {
        errors: [tooMany(max)],
      };
    },
  };
}

function tooMany(max: number): GraphQLError {
  const message = `At most ${max} concurrent subscriptions are allowed. End one first.`;
  return refusedError(new DomainError("QUOTA_EXCEEDED", message));
}

/** Calls `release` when the results end. `return` passes errors to `failed`, because no client can receive them. */
function releasing(
  results: AsyncIterator<ExecutionResult>,
  release: () => void,
  failed: (error: unknown) => void,
): AsyncIterableIterator<ExecutionResult> {
  return {
    async next() {
      try {
        const result = await results.next();
        if (result.done) release();
        return result;
      } catch (error) {
        release();
        throw error;
      }
    },
    async return() {
      release();
      try {
        await results.return?.();
      } catch (error) {
        failed(error);
      }
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
