/** A line of an iCalendar file: `NAME;PARAMETER=value:value`. */
export interface CalendarLine {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** The lines of an iCalendar file (RFC 5545); long ones are folded. */
export function calendarLines(text: string): readonly CalendarLine[] {
  return text
    .replaceAll(/\r?\n[ \t]/g, "")
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, name = "", parameters = "", value] = LINE.exec(line) ?? [];
      return value === undefined
        ? []
        : [{ name: name.toUpperCase(), parameters: parametersOf(parameters), value }];
    });
}

const LINE = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/;

function parametersOf(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g);
  return new Map(
    Array.from(found, ([, name = "", value = ""]) => [name.toUpperCase(), value.replaceAll('"', "")]),
  );
}

/** The text of a value, in which commas, semicolons and line ends are escaped. */
export function unescaped(value: string): string {
  return value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign));
}
