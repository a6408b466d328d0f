/** An extraction host crashed; its documents are retried. */
export interface HostRestart {
  /** How the process ended, as a message. */
  readonly reason: string;
}
