/** A piece of a text: plain text, or a link that may be opened. */
export interface Piece {
  text: string;
  href: string | null;
}

const candidates = /(?:https?:\/\/|mailto:)[^\s<>"']+/giu;
/** What ends a sentence rather than an address. */
const trailing = new Set('.,;:!?)]}»”’…');
const schemes = ['http:', 'https:', 'mailto:'];

/**
 * Cuts a text into plain pieces and links. Only http, https and mailto become links, and only where the address is
 * whole; everything else stays the text that it is. Joined together the pieces give the text again.
 */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(candidates)) {
    const address = withoutTail(match[0]);
    const href = hrefOf(address);
    if (href === null) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null });
    pieces.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

/** Whether anything in a text may be opened. */
export function hasLink(text: string): boolean {
  return splitLinks(text).some(({ href }) => href !== null);
}

// A closing bracket belongs to the address only where it was opened in it, as in encyclopedias.
function withoutTail(found: string): string {
  let end = found.length;
  while (end > 0 && trailing.has(found.charAt(end - 1))) end -= 1;
  return found.charAt(end) === ')' && found.includes('(') ? found.slice(0, end + 1) : found.slice(0, end);
}

function hrefOf(address: string): string | null {
  try {
    const { protocol, href, username, host } = new URL(address);
    // An address with a name before the host looks like one place and leads to another.
    const plain = schemes.includes(protocol) && username === '' && (protocol === 'mailto:' || host !== '');
    return plain ? href : null;
  } catch {
    // Not a whole address: text.
    return null;
  }
}
