import { Tooltip } from "@mantine/core";
import { useSyncExternalStore, type ReactNode } from "react";

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["week", 7 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** A time as "5 minutes ago", with the exact one on hover. */
export function RelativeTime({ at }: { readonly at: string }): ReactNode {
  const now = useSyncExternalStore(everyTenSeconds, tenSeconds);
  const date = new Date(at);
  return (
    <Tooltip label={exact.format(date)}>
      <time dateTime={at}>{fromNow(date, now)}</time>
    </Tooltip>
  );
}

function fromNow(date: Date, now: number): string {
  const seconds = (date.getTime() - now) / 1000;
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? [];
  return unit === undefined || size === undefined
    ? "just now"
    : relative.format(Math.round(seconds / size), unit);
}

function everyTenSeconds(changed: () => void): () => void {
  const timer = setInterval(changed, 10_000);
  return () => clearInterval(timer);
}

function tenSeconds(): number {
  return Math.floor(Date.now() / 10_000) * 10_000;
}
