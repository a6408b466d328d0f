import { Progress } from "@mantine/core";
import type { ReactNode } from "react";

/** The part of a quota at which its bar warns. */
const NEARLY_USED = 0.9;

export function isNearlyUsed(used: number, quota: number): boolean {
  return used >= quota * NEARLY_USED;
}

/** How much of a quota is used. The numbers are beside it, in words. */
export function QuotaBar({
  label,
  used,
  quota,
}: {
  readonly label: string;
  readonly used: number;
  readonly quota: number;
}): ReactNode {
  return (
    <Progress.Root size="sm">
      <Progress.Section
        value={used >= quota ? 100 : (used / quota) * 100}
        color={isNearlyUsed(used, quota) ? "red.7" : "ink"}
        aria-label={label}
      />
    </Progress.Root>
  );
}
