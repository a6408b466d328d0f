import { styleText } from "node:util";

/** Messages on standard error; coloured on a terminal unless NO_COLOR is set. */

export function tellError(message: string): void {
  tell("red", "galley:", message);
}

export function tellWarning(message: string): void {
  tell("yellow", "galley:", message);
}

function tell(colour: "red" | "yellow", prefix: string, message: string): void {
  process.stderr.write(`${styleText(colour, prefix, { stream: process.stderr })} ${message}\n`);
}
