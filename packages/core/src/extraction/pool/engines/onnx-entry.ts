import { greyOfPng } from "../../engines/images/grey-png.ts";
import {
  createOnnxReader,
  type OnnxReader,
  type OnnxSettings,
} from "../../recognition/engines/onnx/onnx-reader.ts";
import { leaveThreadsTheirYoungGeneration } from "../limits/memory-limit.ts";
import type { OnnxAnswer, OnnxRequest } from "./onnx-protocol.ts";

/** Entry point of the process that runs ONNX models; it exits with its parent. */
const settings: OnnxSettings = JSON.parse(process.argv[2] ?? "");
leaveThreadsTheirYoungGeneration();
process.on("disconnect", () => process.exit());

try {
  const reader = await createOnnxReader(settings);
  process.on("message", (request: OnnxRequest) => void answer(reader, request));
  send({ kind: "started", model: reader.model });
} catch (error) {
  send({ kind: "refused", message: messageOf(error) });
}

async function answer(reader: OnnxReader, { id, png, dpi, shows }: OnnxRequest): Promise<void> {
  try {
    send({ kind: "read", id, words: await reader.read(await greyOfPng(png, dpi), shows) });
  } catch (error) {
    send({ kind: "failed", id, message: messageOf(error) });
  }
}

function send(message: OnnxAnswer): void {
  // If the parent is gone, this process is already exiting.
  process.send?.(message, undefined, {}, () => undefined);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
