import { useInterval } from "@mantine/hooks";
import { useEffect } from "react";

/** How often a list is asked for again while something in it goes on. */
const REFRESH_MS = 3000;

/** Asks for a list again and again while something in it goes on. */
export function useRefreshWhile(isGoingOn: boolean, refresh: () => void, everyMs = REFRESH_MS): void {
  const { start, stop } = useInterval(refresh, everyMs);
  useEffect(() => {
    if (isGoingOn) start();
    return stop;
  }, [isGoingOn, everyMs, start, stop]);
}
