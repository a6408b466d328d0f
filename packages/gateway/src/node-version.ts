/** The oldest Node that the service's dependencies support; `engines` in package.json names the same. */
const OLDEST = [22, 17] as const;

/** Ends the process with one sentence if this Node is too old. Imports nothing, so that every Node can load it. */
export function refuseOldNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  process.stderr.write(`Galley needs Node ${OLDEST.join(".")} or newer, this is ${process.versions.node}.\n`);
  process.exit(1);
}
