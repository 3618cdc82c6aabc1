/** Corrects a day that `Intl` has formatted: French writes the first of a month as "1er", `Intl` as a plain number. */
export function writtenDay(tag: string, text: string): string {
  return tag.startsWith('fr') ? text.replace(/(?<!\d)1(?= \p{L})/u, '1er') : text;
}
