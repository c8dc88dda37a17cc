/** Where a little word before a name or a number changes its form with it: “de Bo”, but “d’Ann”. */

type Rule = (word: string, value: string) => string | null;

const elides = (value: string) => /^([aeiouàâæéèêëîïôœùûü]|y[^aeiou])/i.test(value);
const ARTICLES: Record<string, string> = { 0: 'lo ', 1: 'l’', 8: 'l’', 11: 'l’' };

/** By language: the words to look at, and their form before a value; null: as it is. */
const RULES: Record<string, [RegExp, Rule]> = {
  fr: [/(?<![\p{L}’])(de|que) $/iu, (word, value) => (elides(value) ? `${word.slice(0, -1)}’` : null)],
  it: [
    /(?<![\p{L}’])(a|il) $/iu,
    (word, value) => {
      if (word.toLowerCase() === 'a') return /^[aà]/i.test(value) ? `${word}d ` : null;
      const article = ARTICLES[value];
      return article && word === 'Il' ? article.replace('l', 'L') : (article ?? null);
    },
  ],
};

/** What stands before a value, in the form that goes with it. */
export function before(text: string, value: string, language: string): string {
  const [ending, form] = RULES[language] ?? [];
  const found = ending?.exec(text);
  const changed = found?.[1] && form?.(found[1], value);
  return found && changed ? text.slice(0, found.index) + changed : text;
}
