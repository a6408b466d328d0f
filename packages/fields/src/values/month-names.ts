import { normalised } from "../text/tokens.ts";

/** The month (1 to 12) of a name or its abbreviation in any of the languages; undefined if it is none. */
export function monthNamed(name: string): number | undefined {
  return MONTHS.get(normalised(name).replace(/\.$/u, ""));
}

/**
 * Names and abbreviations of the months in English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Swedish
 * and Czech, alone and in dates, as `Intl.DateTimeFormat` has them, without accents. Asking it costs the first document
 * more time than all readers.
 */
const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    "january jan januar janvier janv enero ene gennaio gen januari janeiro styczen stycznia sty leden ledna led",
    "february feb februar fevrier fevr febrero febbraio februari fevereiro fev luty lutego lut unor unora uno",
    "mrz mar march marz mars marzo maart mrt marco marzec marca brezen brezna bre",
    "april apr avril avr abril abr aprile kwiecien kwietnia kwi duben dubna dub",
    "maj mei may mai mayo maggio mag maio maja kveten kvetna kve",
    "june jun juni juin junio giugno giu junho czerwiec czerwca cze cerven cervna cvn",
    "july jul juli juillet juil julio luglio lug julho lipiec lipca lip cervenec cervence cvc",
    "august aug aout agosto ago augustus sierpien sierpnia sie augusti srpen srpna srp",
    "sept september sep septembre septiembre settembre set setembro wrzesien wrzesnia wrz zari zar",
    "okt october oct oktober octobre octubre ottobre ott outubro out pazdziernik pazdziernika paz rijen rijna rij",
    "november nov novembre noviembre novembro listopad listopada lis listopadu",
    "dez december dec dezember decembre diciembre dic dicembre dezembro grudzien grudnia gru prosinec prosince pro",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
);
