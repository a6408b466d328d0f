/** The most common words of Latin-script languages, without accents, as an English recogniser reads them. */
const WORDS: Readonly<Record<string, string>> = {
  eng: "the and of to in is that for with on as are this by from or be which an was",
  deu: "der die und das den von zu mit ist des im fur auf dem nicht ein eine sich auch werden bei oder",
  fra: "le la les et des est que une dans pour qui sur par au du pas plus avec sont ce vous nous",
  spa: "el la los las de que en un una por con para se del es al su como mas son",
  ita: "il di che la per non del della con una sono alla dei nel gli anche le piu dal essere",
  por: "o os que em um uma para com nao do da dos das no na ao por mais como sao",
  nld: "de het een van en dat op te zijn met voor niet aan door bij ook wordt naar uit",
  dan: "og det en til af er pa som med for ikke den der at har vi fra kan af ved",
  nor: "og det en til av er pa som med for ikke den at har vi fra kan ved etter",
  swe: "och att det en som av for pa den med till ar inte har om ett fran vi kan",
  fin: "ja on ei se etta oli joka mutta kun niin tai sen ovat myos ole kuin han",
  pol: "i w na z do sie nie jest to ze o jak za przez dla od lub oraz ktore",
  ces: "a v se na je ze s z do o k i pro jako by za ktere od nebo jsou",
  hun: "a az es hogy nem egy is ez meg van csak mint vagy volt ha azt kell",
  ron: "si de in la cu pe din nu care este sau un o pentru prin ale mai sunt",
  tur: "ve bir bu da de icin ile olarak olan daha gibi en cok var ne veya kadar",
};

/** The languages that can be told apart by their common words. */
export const VOTED_LANGUAGES: readonly string[] = Object.keys(WORDS);

/** Languages of each word. */
const LANGUAGES_OF = languagesOfWords();

/** Minimum number of votes; the vote of a word is split among the languages that share it. */
const FEWEST_VOTES = 3;

/** Minimum number of different words: receipts repeat "No", which is Portuguese, and letters for taxes, which are Czech. */
const FEWEST_DIFFERENT = 4;

/** A second language with this share of the votes of the first is returned too. */
const SECOND = 0.35;

/**
 * Returns the one or two of `codes` that a text is written in, likelier first, based on its common words; empty if it
 * has too few of them.
 */
export function votedLanguages(text: string, codes: readonly string[]): readonly string[] {
  const votes = new Map<string, number>();
  const different = new Map<string, Set<string>>();
  for (const word of wordsOf(text)) {
    const languages = LANGUAGES_OF.get(word) ?? [];
    for (const code of languages) {
      votes.set(code, (votes.get(code) ?? 0) + 1 / languages.length);
      different.set(code, (different.get(code) ?? new Set()).add(word));
    }
  }
  const ranked = codes
    .filter((code) => (different.get(code)?.size ?? 0) >= FEWEST_DIFFERENT)
    .map((code) => ({ code, count: votes.get(code) ?? 0 }))
    .toSorted((one, other) => other.count - one.count);
  const most = ranked[0]?.count ?? 0;
  if (most < FEWEST_VOTES) return [];
  return ranked
    .slice(0, 2)
    .filter(({ count }) => count >= SECOND * most)
    .map(({ code }) => code);
}

/** Words without accents, because a recogniser for another language does not see them. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(/\p{L}+/gu) ?? [];
}

function languagesOfWords(): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [code, words] of Object.entries(WORDS)) {
    for (const word of new Set(words.split(" "))) languages.set(word, [...(languages.get(word) ?? []), code]);
  }
  return languages;
}
