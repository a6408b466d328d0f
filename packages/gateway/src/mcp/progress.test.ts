import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressTo } from "./progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("without news a caller is reminded every 5 seconds, with growing numbers, until the call ends", () => {
  const told: unknown[] = [];
  const notify = async ({
    params,
  }: {
    readonly params?: Record<string, unknown> | undefined;
  }): Promise<void> => {
    told.push([params?.["progress"], params?.["total"]]);
  };
  {
    using progress = progressTo({ mcpReq: { _meta: { progressToken: 7 }, notify } });
    vi.advanceTimersByTime(11_000);
    progress.pages(0, 3);
    progress.pages(1, 3);
    vi.advanceTimersByTime(5000);
  }
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([
    [1 / 2, undefined],
    [2 / 3, undefined],
    [3 / 4, 3],
    [1, 3],
    [1.5, 3],
  ]);
});

test("a caller that asks for no progress gets none", () => {
  const notify = vi.fn<() => Promise<void>>();
  using progress = progressTo({ mcpReq: { notify } });
  progress.pages(1, 2);
  vi.advanceTimersByTime(60_000);
  expect(notify).not.toHaveBeenCalled();
});
