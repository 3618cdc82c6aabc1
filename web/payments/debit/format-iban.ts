const longestIban = 34;

/** Formats an IBAN as printed: upper case, in groups of four. Other characters are dropped. */
export function formatIban(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, longestIban);
  return characters.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The caret's position in the formatted text, after the same characters as in the typed one. */
export function caretIn(formatted: string, typed: string, caret: number): number {
  let left = typed.slice(0, caret).replaceAll(/[^a-z0-9]/gi, '').length;
  let place = 0;
  while (left > 0 && place < formatted.length) {
    if (formatted[place] !== ' ') left -= 1;
    place += 1;
  }
  return place;
}

/** A phone number while it is typed: digits, spaces and the usual separators. */
export function formatPhone(typed: string): string {
  return typed
    .replaceAll(/[^\d +()/.-]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trimStart();
}
