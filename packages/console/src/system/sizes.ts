const UNITS: readonly (readonly [string, number])[] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Megabytes of memory, such as "351 MB". */
export function memoryInWords(bytes: number): string {
  return `${Math.round(bytes / 1_000_000).toLocaleString("en")} MB`;
}

/** A period in its largest whole unit, such as "7 days" or "90 seconds". */
export function periodInWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? [
    "second",
    1,
  ];
  const count = seconds / size;
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}
