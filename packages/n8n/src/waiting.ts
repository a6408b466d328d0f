import { NodeOperationError, sleep, type IExecuteFunctions, type JsonFields } from "n8n-workflow";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5000;

interface Waiting {
  readonly itemIndex: number;
  readonly timeoutSeconds: number;
  /** What is waited for, in messages. */
  readonly what: string;
  readonly look: () => Promise<JsonFields>;
  readonly isSettled: (record: JsonFields) => boolean;
}

/** Looks at a record until it is settled. @throws NodeOperationError when the time is over. */
export async function settledRecord(
  context: IExecuteFunctions,
  { itemIndex, timeoutSeconds, what, look, isSettled }: Waiting,
): Promise<JsonFields> {
  const signal = context.getExecutionCancelSignal?.();
  const deadline = Date.now() + 1000 * timeoutSeconds;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const record = await look();
    if (isSettled(record)) return record;
    if (signal?.aborted) throw new NodeOperationError(context.getNode(), "Cancelled.", { itemIndex });
    const left = deadline - Date.now();
    if (left <= 0) {
      const message = `${what} did not finish within ${timeoutSeconds} s. It goes on in Galley; raise Timeout, or turn off Wait for Result and look later.`;
      throw new NodeOperationError(context.getNode(), message, { itemIndex });
    }
    await sleep(Math.min(pause, left));
  }
}
