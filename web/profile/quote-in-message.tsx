import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { type Quote, splitSentences } from '../../contract/chat/quote.ts';
import type { Profile } from '../../contract/members/operations.ts';
import { drafts } from '../chat/composer/drafts.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { cx } from '../ui/cx.ts';
import { LinkedText, LinkedWords, hasLink } from '../ui/linked-text.tsx';
import type { ShownMember } from '../members/members-queries.ts';
import { chatPath } from '../members/write-link.tsx';

/** The id of the hint that describes the links, whose own text does not say that they lead to a message. */
export const quoteHint = 'quote-hint';

export type QuoteInMessage = (quote: Quote) => { to: string; onClick: () => void };

/**
 * Returns how the viewer can take up a part of the profile in a message; null while it loads, or if they cannot write.
 */
export function useQuoteInMessage(member: ShownMember): QuoteInMessage | null {
  const { data: user } = useQuery(userQuery);
  const { id, send_blocker: blocker, conversation = null } = member;
  if (!user || user.id === id || blocker !== null) return null;
  return (quote) => ({ to: chatPath({ id, conversation }), onClick: () => drafts.change(user.id, id, { quote }) });
}

/** True if a profile has a quote: sentences without a link, interests, or (`photos` counts them) open photos. */
export function hasQuote({ about, interests }: Profile, photos: number): boolean {
  return interests.length > 0 || photos > 0 || splitSentences(about).some(({ text }) => !hasLink(text));
}

export function AboutText(props: { profile: Profile; quoteInMessage: QuoteInMessage | null }): ReactElement {
  const { profile, quoteInMessage } = props;
  const { about, about_language: lang } = profile;
  const style = 'max-w-[62ch] text-ink-2';
  if (!quoteInMessage) return <LinkedText text={about} lang={lang} className={style} />;
  const sentences = splitSentences(about);
  return (
    <p dir="auto" lang={lang} className={cx('own-ink wrap-anywhere whitespace-pre-wrap', style)}>
      {sentences.map(({ text, at }, index) => (
        <span key={at}>
          {about.slice(findEnd(sentences[index - 1]), at)}
          {hasLink(text) ? (
            // Links cannot be nested.
            <LinkedWords text={text} />
          ) : (
            <Link
              {...quoteInMessage({ kind: 'about', value: text })}
              aria-describedby={quoteHint}
              className={cx(
                'rounded-small decoration-line-strong underline-offset-4 transition-colors hover:text-ink hover:underline hover:decoration-primary hover:decoration-solid active:underline',
                // A whole text of dotted lines looks misspelled: one shows how.
                index === 0 && 'underline decoration-dotted',
              )}
            >
              {text}
            </Link>
          )}
        </span>
      ))}
    </p>
  );
}

function findEnd(sentence: { text: string; at: number } | undefined): number {
  return sentence ? sentence.at + sentence.text.length : 0;
}

export function QuoteLink(props: { quoteInMessage: QuoteInMessage; quote: Quote; children: ReactNode }): ReactElement {
  return (
    <Link
      {...props.quoteInMessage(props.quote)}
      aria-describedby={quoteHint}
      className="reach flex max-w-full rounded-pill transition-shadow hover:inset-ring-2 hover:inset-ring-primary"
    >
      {props.children}
    </Link>
  );
}
