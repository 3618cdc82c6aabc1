import type { ReactElement, ReactNode } from 'react';

import { cx } from './cx.ts';
import { splitLinks } from './links.ts';

/**
 * A member's text: plain, with its links, never markup. It cannot change the direction of the page. `onTeal` is for a
 * background in the primary color, on which links have the color of the text.
 */
export function LinkedText(props: { text: string; onTeal?: boolean; className?: string }): ReactElement {
  return (
    <p dir="auto" className={cx('own-ink wrap-anywhere whitespace-pre-wrap', props.className)}>
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
