import type { Replacement } from "./pdfjs-core-speed.ts";

/** A font without one of its required entries is read with what it most likely has, since an error would lose its text. */
export const DAMAGED_FONT_REPLACEMENTS: readonly Replacement[] = [
  {
    why: "a font without its subtype is known by its descendants",
    find: `    let type = dict.get("Subtype");
    if (!(type instanceof Name)) {
      throw new FormatError("invalid font Subtype");
    }
    let composite`,
    replace: `    let type = dict.get("Subtype");
    if (!(type instanceof Name)) {
      type = Name.get(dict.has("DescendantFonts") ? "Type0" : "Type1");
    }
    let composite`,
  },
  {
    why: "the codes of a descendant font are read alike for both of its subtypes",
    find: `      type = dict.get("Subtype");
      if (!(type instanceof Name)) {
        throw new FormatError("invalid font Subtype");
      }
      composite = true;`,
    replace: `      type = dict.get("Subtype");
      if (!(type instanceof Name)) {
        type = Name.get("CIDFontType2");
      }
      composite = true;`,
  },
  {
    why: "a font without name or descriptor has the widths of the standard one",
    find: `          throw new FormatError("Base font is not specified");`,
    replace: `          baseFontName = Name.get("Helvetica");`,
  },
  {
    why: "a descendant font without a name has that of its composite font",
    find: `      throw new FormatError("invalid font name");`,
    replace: `      const compositeName = baseDict.get("BaseFont");
      fontName = compositeName instanceof Name ? compositeName : Name.get("Helvetica");`,
  },
];
