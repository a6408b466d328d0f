import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useClient } from "urql";

import { onLive } from "../../api/connection.ts";
import { followJobs, type Listener, type LiveJobs } from "./live-jobs.ts";

const LiveJobsContext = createContext<LiveJobs | undefined>(undefined);

/** Follows the organization's documents for the screens inside. */
export function LiveJobsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const client = useClient();
  const [jobs, setJobs] = useState<LiveJobs>();
  useEffect(() => {
    const followed = followJobs(client);
    setJobs(followed);
    return followed.end;
  }, [client]);
  return <LiveJobsContext value={jobs}>{children}</LiveJobsContext>;
}

/** Number of documents that wait or are being read. */
export function useRunningCount(): number {
  const jobs = use(LiveJobsContext);
  return useSyncExternalStore(
    (changed) => jobs?.listen(changed) ?? (() => {}),
    () => jobs?.count() ?? 0,
  );
}

/** Calls back with documents that changed; `missed` when changes may have been missed. */
export function useJobChanges(listener: Listener, missed: () => void): void {
  const jobs = use(LiveJobsContext);
  const onChange = useEffectEvent(listener);
  const onMissed = useEffectEvent(missed);
  useEffect(() => jobs?.listen((changed) => onChange(changed)), [jobs]);
  useEffect(() => onLive(() => onMissed()), []);
}

/** Calls back with the id of each document that is deleted, here or elsewhere; `missed` as in `useJobChanges`. */
export function useJobDeletions(deleted: (id: string) => void, missed: () => void): void {
  const jobs = use(LiveJobsContext);
  const onDeletion = useEffectEvent((id: string | undefined) => (id === undefined ? missed() : deleted(id)));
  useEffect(() => jobs?.listenForDeletions((id) => onDeletion(id)), [jobs]);
}
