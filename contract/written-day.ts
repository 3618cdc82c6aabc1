/** A day as its language writes it: the first of a month is "1er" in French, which `Intl` writes as a plain number. */
export function writtenDay(tag: string, text: string): string {
  return tag.startsWith('fr') ? text.replace(/(?<!\d)1(?= \p{L})/u, '1er') : text;
}
