import { parentPort } from "node:worker_threads";
import { answerTo } from "./answer-to.ts";
import type { FieldsTask } from "./fields-protocol.ts";

/** Entry point of the thread that reads fields. A failure that is nobody's mistake ends the thread. */
parentPort?.on("message", (task: FieldsTask) => {
  void answerTo(task).then((answer) => parentPort?.postMessage(answer, []));
});
