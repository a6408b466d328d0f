import { spawnSync } from "node:child_process";

/** Whether Python and its library requests are installed, which the programs for Python need; npm cannot install them. */
export function hasPythonRequests(): boolean {
  return spawnSync("python3", ["-c", "import requests"]).status === 0;
}
