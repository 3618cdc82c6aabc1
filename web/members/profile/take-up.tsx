import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';

import { type Foothold, splitSentences } from '../../../contract/chat/foothold.ts';
import type { Profile } from '../../../contract/members/operations.ts';
import { keepFoothold } from '../../chat/foothold/use-foothold.ts';
import { userQuery } from '../../platform/queries.ts';
import { cx } from '../../ui/cx.ts';
import { LinkedText, LinkedWords } from '../../ui/linked-text.tsx';
import { hasLink } from '../../ui/links.ts';
import { chatPath } from '../write-link.tsx';

/** A link to the conversation that takes a foothold along. */
export type TakeUp = (foothold: Foothold) => { to: string; onClick: () => void };

/** How the viewer can take up a part of the profile in a message; null if they cannot write. */
export function useTakeUp(profile: Profile): TakeUp | null {
  const { data: user } = useQuery(userQuery);
  const { id, bar: blocker } = profile;
  if (!user || user.id === id || blocker !== null) return null;
  return (foothold) => ({ to: chatPath(profile), onClick: () => keepFoothold(user.id, id, foothold) });
}

/** Whether a profile has a foothold: sentences without a link, interests, or (`photos` counts them) open photos. */
export function hasFoothold({ about, interests }: Profile, photos: number): boolean {
  return interests.length > 0 || photos > 0 || splitSentences(about).some(({ text }) => !hasLink(text));
}

/** The member's about text; each sentence can be taken up, unless it contains a link. */
export function AboutText({ about, takeUp }: { about: string; takeUp: TakeUp | null }): ReactElement {
  const style = 'max-w-[62ch] text-ink-2';
  if (!takeUp) return <LinkedText text={about} className={style} />;
  const sentences = splitSentences(about);
  return (
    <p dir="auto" className={cx('own-ink wrap-anywhere whitespace-pre-wrap', style)}>
      {sentences.map(({ text, at }, index) => (
        <span key={at}>
          {about.slice(endOf(sentences[index - 1]), at)}
          {hasLink(text) ? (
            // Links cannot be nested.
            <LinkedWords text={text} />
          ) : (
            <Link
              {...takeUp({ kind: 'about', value: text })}
              className="rounded-small underline decoration-line-strong decoration-dotted underline-offset-4 transition-colors hover:text-ink hover:decoration-primary hover:decoration-solid"
            >
              {text}
            </Link>
          )}
        </span>
      ))}
    </p>
  );
}

function endOf(sentence: { text: string; at: number } | undefined): number {
  return sentence ? sentence.at + sentence.text.length : 0;
}

/** Makes an interest or any other element a foothold that can be taken up. */
export function TakeUpLink(props: { takeUp: TakeUp; foothold: Foothold; children: ReactNode }): ReactElement {
  return (
    <Link
      {...props.takeUp(props.foothold)}
      className="reach flex max-w-full rounded-pill transition-shadow hover:inset-ring-2 hover:inset-ring-primary"
    >
      {props.children}
    </Link>
  );
}
