/** How pages are shown; kept while the document is open. */
export interface ViewSettings {
  readonly panes: "both" | "picture" | "rail" | "text";
  readonly fit: "width" | "page";
  /** Multiplies the fitted size. */
  readonly zoom: number;
  readonly wrap: boolean;
  readonly boxes: boolean;
  readonly heat: boolean;
}

/** Shares of the picture beside its text that leave something of both. */
export const [MIN_SPLIT, MAX_SPLIT] = [0.15, 0.85];

export function boundedSplit(split: number): number {
  return Math.min(Math.max(split, MIN_SPLIT), MAX_SPLIT);
}

export const DEFAULT_SETTINGS: ViewSettings = {
  panes: "both",
  fit: "width",
  zoom: 1,
  wrap: false,
  boxes: false,
  heat: false,
};

const ZOOM_STEP = 1.25;
const [MIN_ZOOM, MAX_ZOOM] = [0.25, 5];

export function zoomed(settings: ViewSettings, direction: 1 | -1): ViewSettings {
  const zoom = settings.zoom * ZOOM_STEP ** direction;
  return { ...settings, zoom: Math.min(Math.max(zoom, MIN_ZOOM), MAX_ZOOM) };
}

/** Words with a lower confidence are doubtful. */
export const DOUBTFUL_BELOW = 0.85;

/** How doubtful a word is: 0 not at all, up to 3. */
export function doubt(confidence: number): 0 | 1 | 2 | 3 {
  if (confidence >= DOUBTFUL_BELOW) return 0;
  if (confidence >= 0.7) return 1;
  return confidence >= 0.5 ? 2 : 3;
}

/** Pictures are drawn at these resolutions, so that zooming a little asks for nothing. */
const RESOLUTIONS = [100, 150, 200, 300];

/** @param scale CSS pixels a point. */
export function resolutionFor(scale: number): number {
  const wanted = scale * 72 * globalThis.devicePixelRatio;
  return RESOLUTIONS.find((dpi) => dpi >= wanted * 0.9) ?? 300;
}
