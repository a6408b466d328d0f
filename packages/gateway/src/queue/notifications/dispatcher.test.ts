import { expect, test } from "vitest";
import { Dispatcher, payloadFor } from "./dispatcher.ts";

interface Process {
  readonly dispatcher: Dispatcher;
  /** How many loops are free. */
  free: number;
  /** How often a loop was woken. */
  woken: number;
}

function processWith(free: number): Process {
  const process: Process = { dispatcher: new Dispatcher(), free, woken: 0 };
  let reserved = 0;
  process.dispatcher.add("extract", {
    free: () => process.free,
    reserve: () => (reserved += 1) <= process.free,
    wake() {
      if (process.free > 0) process.woken += 1;
      return process.free > 0;
    },
    look() {
      if (process.free > 0) process.woken += 1;
    },
  });
  return process;
}

/** What a process does that sends an entry: only if it does not take the entry itself, all are notified. */
function send({ dispatcher }: Process, all: readonly Process[]): void {
  if (dispatcher.reserve("extract") && dispatcher.take("extract")) return;
  for (const process of all) process.dispatcher.heard(payloadFor("extract"));
}

test("an entry of a process with a free loop wakes that process only; another one wakes all", () => {
  const sender = processWith(1);
  const processes = [sender, processWith(1), processWith(1)];
  send(sender, processes);
  expect(processes.map(({ woken }) => woken)).toEqual([1, 0, 0]);
  send(sender, processes);
  expect(processes.map(({ woken }) => woken)).toEqual([2, 1, 1]);
});

test("a process whose reserved loop is no longer free leaves the entry to the others", () => {
  const [sender, other] = [processWith(1), processWith(1)];
  expect(sender.dispatcher.reserve("extract")).toBe(true);
  sender.free = 0;
  expect(sender.dispatcher.take("extract")).toBe(false);
  other.dispatcher.heard(payloadFor("extract"));
  expect(other.woken).toBe(1);
});

test("a process without loops of a queue leaves its entries to the others", () => {
  const [sender, worker] = [new Dispatcher(), processWith(1)];
  expect([sender.reserve("extract"), sender.take("extract")]).toEqual([false, false]);
  worker.dispatcher.heard(payloadFor("extract"));
  worker.dispatcher.heard(payloadFor("run"));
  expect(worker.woken).toBe(1);
});

test.each(["", "extract", "another *", "extract another-process", "extract * more of a later version"])(
  "the notification %j of another version does no harm",
  (payload) => {
    const { dispatcher } = processWith(1);
    expect(() => dispatcher.heard(payload)).not.toThrow();
  },
);
