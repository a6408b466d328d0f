import { ConnectorError } from "@galley/core/domain";

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 1024;

/**
 * Whether a path that a store lists can be read again and written elsewhere without leaving the connection.
 */
export function isUsablePath(path: string): boolean {
  if (path === "" || path.includes("\0") || Buffer.byteLength(path) > MAX_PATH_BYTES) return false;
  return path
    .split("/")
    .every(
      (part) => part !== "" && part !== "." && part !== ".." && Buffer.byteLength(part) <= MAX_NAME_BYTES,
    );
}

/** The path without leading and trailing slashes. @throws ConnectorError if it leaves the connection. */
export function usablePath(path: string): string {
  const trimmed = path.replaceAll(/^\/+|\/+$/g, "");
  if (isUsablePath(trimmed)) return trimmed;
  throw new ConnectorError("FAILED", `"${shown(path)}" is not a path within the connection.`);
}

/** Like `usablePath`; "" and "/" are the root. */
export function usableFolder(path: string): string {
  return /^\/*$/.test(path) ? "" : usablePath(path);
}

const SHOWN_CHARACTERS = 100;

function shown(path: string): string {
  return path.slice(0, SHOWN_CHARACTERS).replaceAll("\0", "␀");
}

/** The last segment of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins a folder and a path; "" is the root. */
export function below(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}
