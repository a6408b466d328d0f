import type { Replacement } from "./pdfjs-core-speed.ts";

/** What fonts need for drawing only is left out, and character maps are read once; no text is changed by it. */
export const FONT_REPLACEMENTS: readonly Replacement[] = [
  {
    why: "the glyphs of a substitute are looked up for drawing only; in vertical writing they also choose between forms of a character",
    find: "    } else if (/Symbol/i.test(fontName)) {\n      const isCidKeyed",
    replace:
      "    } else if (!this.vertical) {\n    } else if (/Symbol/i.test(fontName)) {\n      const isCidKeyed",
  },
  {
    why: "whether all widths are equal decides between substitutes for drawing",
    find: `    let isMonospace = true;
    let firstWidth = defaultWidth;
    for (const glyph in glyphsWidths) {
      const glyphWidth = glyphsWidths[glyph];
      if (!glyphWidth) {
        continue;
      }
      if (!firstWidth) {
        firstWidth = glyphWidth;
        continue;
      }
      if (firstWidth !== glyphWidth) {
        isMonospace = false;
        break;
      }
    }
    if (isMonospace) {
      properties.flags |= FontFlags.FixedPitch;
    } else {
      properties.flags &= ~FontFlags.FixedPitch;
    }
`,
    replace: "",
  },
  {
    why: "the outlines of a CFF program are not gone through: its names and encoding give the text",
    find: `    const charStringsAndSeacs = this.parseCharStrings({
      charStrings: charStringIndex,
      localSubrIndex: topDict.privateDict.subrsIndex,
      globalSubrIndex: globalSubrIndex.obj,
      fdSelect: cff.fdSelect,
      fdArray: cff.fdArray,
      privateDict: topDict.privateDict
    });
    cff.charStrings = charStringsAndSeacs.charStrings;
    cff.seacs = charStringsAndSeacs.seacs;
    cff.widths = charStringsAndSeacs.widths;
`,
    replace: `    cff.charStrings = charStringIndex;
    cff.seacs = new Map();
    cff.widths = [];
`,
  },
  {
    why: "fonts share a map of their codes until one of them amends it",
    find: `  amend(map) {
    map.forEach((charCode, entry) => {
      this.#map.set(charCode, entry);
`,
    replace: `  #isShared = false;
  shared() {
    const map = new ToUnicodeMap(this.#map);
    map.#isShared = true;
    return map;
  }
  textLength() {
    let length = 0;
    this.#map.forEach((charCode, entry) => {
      length += entry.length;
    });
    return length;
  }
  amend(map) {
    if (this.#isShared) {
      this.#map = this.#map.clone();
      this.#isShared = false;
    }
    map.forEach((charCode, entry) => {
      this.#map.set(charCode, entry);
`,
  },
];
