import type { ReactElement } from 'react';

import { splitLinks } from '../chat/links.ts';

/** What a member wrote about themselves: plain text with its links, never markup. */
export function LinkedText({ text }: { text: string }): ReactElement {
  return (
    <p dir="auto" className="max-w-[62ch] wrap-anywhere whitespace-pre-wrap text-ink-2">
      {splitLinks(text).map((piece, index) =>
        piece.href === null ? (
          piece.text
        ) : (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change their places
            key={index}
            href={piece.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-primary-ink underline underline-offset-2"
          >
            {piece.text}
          </a>
        ),
      )}
    </p>
  );
}
