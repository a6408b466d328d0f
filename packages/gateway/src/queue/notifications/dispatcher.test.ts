import { expect, test } from "vitest";
import { Dispatcher } from "./dispatcher.ts";

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
    reserve: () => (reserved += 1) <= process.free,
    wake: () => (process.woken += 1) > 0 && process.free > 0,
  });
  return process;
}

test("an entry of a process with a free loop wakes that process only; another one wakes all", () => {
  const processes = [processWith(1), processWith(1), processWith(1)];
  const announce = (): void => {
    const payload = processes[0]?.dispatcher.payloadFor("extract") ?? "";
    for (const { dispatcher } of processes) dispatcher.heard(payload);
  };
  announce();
  expect(processes.map(({ woken }) => woken)).toEqual([1, 0, 0]);
  announce();
  expect(processes.map(({ woken }) => woken)).toEqual([2, 1, 1]);
});

test("an entry is handed on if the process that was to take it has no free loop any more", () => {
  const [sender, other] = [processWith(1), processWith(1)];
  const payload = sender.dispatcher.payloadFor("extract");
  sender.free = 0;
  const handedOn = sender.dispatcher.heard(payload) ?? "";
  expect([sender.dispatcher.heard(handedOn), other.dispatcher.heard(handedOn)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(other.woken).toBe(1);
});

test("a process without loops of a queue leaves its entries to the others", () => {
  const [sender, worker] = [new Dispatcher(), processWith(1)];
  worker.dispatcher.heard(sender.payloadFor("extract"));
  worker.dispatcher.heard(sender.payloadFor("run"));
  expect(worker.woken).toBe(1);
});

test.each(["", "extract", "another *", "extract another-process", "extract * more of a later version"])(
  "the notification %j of another version does no harm",
  (payload) => {
    const { dispatcher } = processWith(1);
    expect(() => dispatcher.heard(payload)).not.toThrow();
  },
);
