import type { ReactElement, ReactNode } from 'react';

import { cx } from './cx.ts';

/** Text and links, never markup. It cannot change the page's direction. `onTeal`: links take the color of the text. */
export function LinkedText(props: {
  text: string;
  lang?: string | undefined;
  onTeal?: boolean;
  className?: string;
}): ReactElement {
  return (
    <p dir="auto" lang={props.lang} className={cx('own-ink wrap-anywhere whitespace-pre-wrap', props.className)}>
      <LinkedWords text={props.text} onTeal={props.onTeal} />
    </p>
  );
}

/** A member's text with its links, inline. */
export function LinkedWords({ text, onTeal = false }: { text: string; onTeal?: boolean | undefined }): ReactNode {
  return splitLinks(text).map((piece, index) =>
    piece.href === null ? (
      piece.text
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
        key={index}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className={cx('underline underline-offset-2', !onTeal && 'text-primary-ink')}
      >
        {piece.text}
      </a>
    ),
  );
}

interface Piece {
  text: string;
  href: string | null;
}

const candidates = /(?:https?:\/\/|mailto:)[^\s<>"']+/giu;
/** Punctuation that ends a sentence rather than a URL. */
const trailing = new Set('.,;:!?)]}»”’…');
const schemes = ['http:', 'https:', 'mailto:'];

/** Splits a text, without loss, into plain pieces and links. Only complete http, https and mailto URLs are links. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(candidates)) {
    const address = withoutTail(match[0]);
    const href = parseHref(address);
    if (href === null) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), href: null });
    pieces.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

export function hasLink(text: string): boolean {
  return splitLinks(text).some(({ href }) => href !== null);
}

// A closing bracket belongs to the URL only if it was opened there, as in encyclopedias.
function withoutTail(found: string): string {
  let end = found.length;
  while (end > 0 && trailing.has(found.charAt(end - 1))) end -= 1;
  return found.charAt(end) === ')' && found.includes('(') ? found.slice(0, end + 1) : found.slice(0, end);
}

function parseHref(address: string): string | null {
  try {
    const { protocol, href, username, host } = new URL(address);
    // A URL with a user name before the host looks like one site and leads to another.
    const plain = schemes.includes(protocol) && username === '' && (protocol === 'mailto:' || host !== '');
    return plain ? href : null;
  } catch {
    return null;
  }
}
