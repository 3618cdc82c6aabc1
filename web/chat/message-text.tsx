import type { ReactElement } from 'react';

import { splitLinks } from './links.ts';

/** The text of a message with its links. What a member wrote is never markup, and never decides the direction of the page. */
export function MessageText({ text, own }: { text: string; own: boolean }): ReactElement {
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
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
            className={own ? 'underline underline-offset-2' : 'text-primary-ink underline underline-offset-2'}
          >
            {piece.text}
          </a>
        ),
      )}
    </p>
  );
}
