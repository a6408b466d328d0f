import type { Metafile } from "./drawn-text.ts";
import { readEnhancedMetafile } from "./enhanced-metafile.ts";
import { readWindowsMetafile } from "./windows-metafile.ts";

/** Reads the text of an EMF or WMF picture, which office programs store to show objects; undefined for other files. */
export function readMetafile(bytes: Uint8Array): Metafile | undefined {
  return readEnhancedMetafile(bytes) ?? readWindowsMetafile(bytes);
}
