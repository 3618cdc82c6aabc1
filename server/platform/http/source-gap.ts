/**
 * Throws if a rendered page has a gap for its source in a wrong place: in a page that passes on no source, or outside a
 * tag, where texts of members stand. React escapes `<` and `>` in attributes, so a tag ends at its own sign.
 */
export function checkGaps(html: string, gap: string, isCarried: boolean): void {
  for (let at = html.indexOf(gap); at !== -1; at = html.indexOf(gap, at + gap.length))
    if (!isCarried || html.lastIndexOf('>', at) > html.lastIndexOf('<', at))
      throw new Error('A rendered page has a gap for a source where none belongs.');
}
