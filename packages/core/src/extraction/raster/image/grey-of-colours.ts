/** Converts red, green and blue to shades, with weights of 256ths. */
export function greyOfColours(colours: Uint8Array, grey: Uint8Array): void {
  for (let k = 0, at = 0; k < grey.length; k++, at += 3) {
    grey[k] = (77 * (colours[at] ?? 0) + 150 * (colours[at + 1] ?? 0) + 29 * (colours[at + 2] ?? 0)) >> 8;
  }
}

/** Converts cyan, magenta, yellow and black to shades. */
export function greyOfInks(inks: Uint8Array, grey: Uint8Array): void {
  for (let k = 0, at = 0; k < grey.length; k++, at += 4) {
    const colours = (77 * (inks[at] ?? 0) + 150 * (inks[at + 1] ?? 0) + 29 * (inks[at + 2] ?? 0)) >> 8;
    grey[k] = Math.max(0, 255 - colours - (inks[at + 3] ?? 0));
  }
}
