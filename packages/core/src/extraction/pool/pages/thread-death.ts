/** How a thread died while it processed a document. */
export type ThreadDeath = "timeout" | "memory" | "crash";

export const THREAD_DEATHS = {
  timeout: "exceeded the time limit",
  memory: "exceeded the memory limit",
  crash: "crashed its thread",
} as const satisfies Record<ThreadDeath, string>;

export function deathBy(error: unknown): ThreadDeath {
  const memory = error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return memory ? "memory" : "crash";
}
