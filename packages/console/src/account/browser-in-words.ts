/** Browsers name one another in their user agents, so the more specific ones come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\w*\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\//, "Firefox"],
  [/Chrom\w*\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** A user agent as people call it, such as "Firefox on Linux"; an unknown one as it is. */
export function browserInWords(userAgent: string): string {
  const browser = nameOf(BROWSERS, userAgent);
  const system = nameOf(SYSTEMS, userAgent);
  if (browser === undefined) return userAgent === "" ? "Unknown" : userAgent;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameOf(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([sign]) => sign.test(userAgent))?.[1];
}
