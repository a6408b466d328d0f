/** Deviations from square up to 5 % do not affect recognition. */
const AS_GOOD_AS_SQUARE = 0.05;

/** More extreme ratios are errors in the file; fax pixels are twice as high as wide. */
const MOST_SLENDER = 3;

const SQUARE = 1;

/**
 * The pixel aspect ratio (height to width) of page `number`, counted from 1, such as that of a fax with 204 by 98 dpi;
 * 1 if the file does not declare it. PNG and TIFF.
 */
export function pixelShapeOf(bytes: Uint8Array, number: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const { x, y } = resolutionIn(view, number);
    const shape = x / y;
    const isSlender = shape > SQUARE + AS_GOOD_AS_SQUARE || shape < SQUARE / (SQUARE + AS_GOOD_AS_SQUARE);
    return isSlender && shape <= MOST_SLENDER && shape >= SQUARE / MOST_SLENDER ? shape : SQUARE;
  } catch (error) {
    // In a truncated file, offsets point past the end.
    if (error instanceof RangeError) return SQUARE;
    throw error;
  }
}

interface Resolution {
  readonly x: number;
  readonly y: number;
}

const UNKNOWN: Resolution = { x: 1, y: 1 };

const PNG_SIGNATURE = 0x8950_4e47;
const LITTLE_ENDIAN_TIFF = 0x4949_2a00;
const BIG_ENDIAN_TIFF = 0x4d4d_002a;

function resolutionIn(view: DataView, number: number): Resolution {
  switch (view.getUint32(0)) {
    case PNG_SIGNATURE:
      return resolutionOfPng(view);
    case LITTLE_ENDIAN_TIFF:
      return resolutionOfTiff(view, true, number);
    case BIG_ENDIAN_TIFF:
      return resolutionOfTiff(view, false, number);
    default:
      return UNKNOWN;
  }
}

/** PNG chunk types as numbers. */
const PHYS = 0x7048_5973;
const IDAT = 0x4944_4154;

function resolutionOfPng(view: DataView): Resolution {
  for (let at = 8; view.getUint32(at + 4) !== IDAT; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === PHYS) return { x: view.getUint32(at + 8), y: view.getUint32(at + 12) };
  }
  return UNKNOWN;
}

const TAG = { X_RESOLUTION: 282, Y_RESOLUTION: 283 } as const;
const ENTRY_LENGTH = 12;

function resolutionOfTiff(view: DataView, isLittle: boolean, number: number): Resolution {
  const countAt = (at: number): number => view.getUint16(at, isLittle);
  let directory = view.getUint32(4, isLittle);
  for (let page = 1; page < number; page++) {
    directory = view.getUint32(directory + 2 + ENTRY_LENGTH * countAt(directory), isLittle);
  }
  const fraction = (at: number): number => view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  let { x, y } = UNKNOWN;
  for (let entry = 0; entry < countAt(directory); entry++) {
    const at = directory + 2 + ENTRY_LENGTH * entry;
    const tag = view.getUint16(at, isLittle);
    if (tag === TAG.X_RESOLUTION) x = fraction(view.getUint32(at + 8, isLittle));
    if (tag === TAG.Y_RESOLUTION) y = fraction(view.getUint32(at + 8, isLittle));
  }
  return { x, y };
}
