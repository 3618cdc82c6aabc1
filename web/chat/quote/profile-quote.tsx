import { type ReactElement, type ReactNode, useState } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon, Quote } from '../../ui/icon.tsx';

type Quote = NonNullable<Message['quote']>;

export interface ProfileQuoteProps extends Pick<Quote, 'kind' | 'text'> {
  /** The URL of the photo; undefined if it is unknown, null if the photo is not shown any more. */
  image: string | null | undefined;
  label: string;
  short?: boolean;
  className?: string;
  children?: ReactNode;
}

/** The part of a profile that a message refers to: a sentence as it was then, an interest, or a photo. */
export function ProfileQuote(props: ProfileQuoteProps): ReactElement {
  const { kind, text, image, label, short = false, className, children } = props;
  const [broken, setBroken] = useState(false);
  const isShown = kind === 'photo' ? image !== null && !broken : text !== null;
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-2.5 rounded-photo bg-secondary-soft py-1.5 pr-3.5 pl-3 text-13 text-on-secondary-soft',
        short && '[@media(max-height:500px)]:py-0.5',
        className,
      )}
    >
      {kind === 'photo' && isShown && image ? (
        <img
          src={image}
          alt=""
          onError={() => setBroken(true)}
          className={cx(
            'shrink-0 rounded-small object-cover photo-dim',
            short ? 'size-9 [@media(max-height:500px)]:size-7' : 'size-14',
          )}
        />
      ) : (
        <Icon of={Quote} size="xs" className="shrink-0" />
      )}
      <div className={cx('min-w-0 flex-1', short ? 'py-0.5' : 'py-1')}>
        <p className={cx('text-12 opacity-80', short && 'truncate [@media(max-height:500px)]:sr-only')}>{label}</p>
        <blockquote dir="auto" className={cx('font-semibold wrap-anywhere', short ? 'truncate' : 'line-clamp-4')}>
          <Words kind={kind} text={text} isShown={isShown} />
        </blockquote>
      </div>
      {children}
    </div>
  );
}

function Words({ kind, text, isShown }: Pick<Quote, 'kind' | 'text'> & { isShown: boolean }): ReactElement {
  const say = useSay();
  if (!isShown) return <>{say('chat.quote-gone')}</>;
  if (kind === 'photo') return <>{say('chat.quote-photo')}</>;
  return <>{kind === 'interest' ? say(`interests.${text}` as 'interests.music') : text}</>;
}
