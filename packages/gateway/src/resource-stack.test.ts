import { expect, test } from "vitest";
import { ResourceStack } from "./resource-stack.ts";

test("resources are closed in reverse order, all of them, and the first error is thrown", async () => {
  const closed: string[] = [];
  const stack = new ResourceStack();
  stack.adopt("a", (name) => closed.push(name));
  stack.defer(() => Promise.reject(new Error("b cannot be closed")));
  stack.use({ [Symbol.asyncDispose]: async () => void closed.push("c") });
  await expect(stack[Symbol.asyncDispose]()).rejects.toThrow("b cannot be closed");
  expect(closed).toEqual(["c", "a"]);
});

test("moved resources are closed by the new stack only", async () => {
  const closed: string[] = [];
  let moved = new ResourceStack();
  {
    await using stack = new ResourceStack();
    stack.adopt("a", (name) => closed.push(name));
    moved = stack.move();
  }
  expect(closed).toEqual([]);
  await moved[Symbol.asyncDispose]();
  expect(closed).toEqual(["a"]);
});
