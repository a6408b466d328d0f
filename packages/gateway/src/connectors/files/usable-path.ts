import { ConnectorError } from "@galley/core/domain";

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 1024;

/** Whether a store's own path can be asked for again and written elsewhere without leading astray. */
export function isUsablePath(path: string): boolean {
  if (path === "" || path.includes("\0") || Buffer.byteLength(path) > MAX_PATH_BYTES) return false;
  return path
    .split("/")
    .every(
      (part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= MAX_NAME_BYTES,
    );
}

/** The path without slashes at its ends. @throws ConnectorError when it leads out of the connection. */
export function usablePath(path: string): string {
  const trimmed = path.replaceAll(/^\/+|\/+$/g, "");
  if (isUsablePath(trimmed)) return trimmed;
  throw new ConnectorError("FAILED", `"${shown(path)}" is no path within the connection.`);
}

/** As `usablePath`; "" and "/" are the root. */
export function usableFolder(path: string): string {
  return /^\/*$/.test(path) ? "" : usablePath(path);
}

const SHOWN_CHARACTERS = 100;

function shown(path: string): string {
  return path.slice(0, SHOWN_CHARACTERS).replaceAll("\0", "␀");
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Puts a path below a folder; "" is the root. */
export function below(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}
