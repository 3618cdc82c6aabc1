import { type ReactElement, type ReactNode, memo, useState } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import type { Image } from '../../../contract/members/operations.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Check, CheckCheck, Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { LinkedText } from '../../ui/linked-text.tsx';
import { GiftCard } from '../gifts/gift-card.tsx';
import { ProfileQuote } from '../quote/profile-quote.tsx';
import type { PhotoViewerProps } from './photo-viewer.tsx';

const GiftQuestion = latePart(async () => ({ default: (await import('../gifts/gift-question.tsx')).GiftQuestion }));
const MessageMenu = latePart(() =>
  import('./message-menu.tsx').then(
    (module) => ({ default: module.MessageMenu }),
    // Messages can be read without their menus.
    () => ({ default: () => null }),
  ),
);

/** Up to three emojis alone are shown large, without a bubble. */
const loneEmoji = /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*){1,3}$/u;

export interface MessageBubbleProps {
  message: Message;
  name: string;
  prefix: string;
  /** Whether it is the first or the last of its group; the last one shows the time. */
  first: boolean;
  last: boolean;
  read: boolean;
  fresh: boolean;
  /** Whether the member may answer a gift's question; null if gifts have none. */
  mayAnswer: boolean | null;
  /** Id of the other member; null until the page is hydrated, when messages get their menus. */
  otherId: MemberId | null;
}

export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps): ReactElement {
  const { message, name, prefix, first, last, read, fresh, mayAnswer, otherId } = props;
  const say = useSay();
  const { own, photo, gift, quote } = message;
  const author = own || otherId === null ? null : { id: otherId, name };
  const text = message.kind === 'goodbye' ? say('chat.goodbye-line') : message.text;
  const isRemoved = message.kind === 'removed';
  const isGone =
    isRemoved || (message.kind === 'text' && text === null) || (message.kind === 'photo' && photo === null);
  return (
    <li
      data-seq={message.seq}
      data-fresh={fresh || undefined}
      className={cx(
        'message-row group/message relative flex flex-col gap-1 pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
        own ? 'items-end' : 'items-start',
        first ? 'mt-2.5' : 'mt-1.5',
        fresh && !own && 'animate-rise',
      )}
    >
      <span className="sr-only">{own ? say('chat.from-you') : say('chat.from-other', { name })}</span>
      {quote && (
        <ProfileQuote
          {...quote}
          image={quote.photo && prefix + quote.photo.thumb_filename}
          label={own ? say('chat.quote-theirs', { name }) : say('chat.quote-yours')}
          className="max-w-[84%] md:max-w-[66%]"
        />
      )}
      {photo && <PhotoMessage image={photo} prefix={prefix} message={message} author={author} own={own} name={name} />}
      {gift ? (
        <GiftCard
          gift={gift}
          own={own}
          name={name}
          note={text}
          lang={message.language}
          credits={message.credits}
          className="max-w-[84%] md:max-w-[62%]"
        />
      ) : (
        text !== null &&
        text !== '' &&
        (loneEmoji.test(text) ? (
          <p className="px-1 text-[2.5rem] leading-tight">{text}</p>
        ) : (
          <Bubble own={own}>
            <LinkedText text={text} lang={message.language} onTeal={own} />
          </Bubble>
        ))
      )}
      {gift && mayAnswer !== null && <GiftQuestion message={message} gift={gift} name={name} mayAnswer={mayAnswer} />}
      {isGone && (
        <p className="rounded-[18px] bg-sunken px-4 py-3 text-13 text-ink-2">
          {say(isRemoved ? 'chat.message-removed' : 'chat.message-gone')}
        </p>
      )}
      {otherId !== null && !isGone && (author || text) && (
        <MessageMenu message={message} text={text || null} author={author} />
      )}
      {last && <MessageStatus at={message.at} own={own} read={read} />}
    </li>
  );
});

export function Bubble({ own, children }: { own: boolean; children: ReactNode }): ReactElement {
  return (
    <div
      className={cx(
        'max-w-[84%] rounded-[18px] px-3.5 py-2.5 text-15 leading-[1.45] md:max-w-[66%]',
        own
          ? 'rounded-br-[6px] bg-bubble-own text-on-bubble-own'
          : 'rounded-bl-[6px] bg-bubble-other text-on-bubble-other shadow-e1',
      )}
    >
      {children}
    </div>
  );
}

const PhotoViewer = latePart(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }));

interface PhotoMessageProps extends Pick<PhotoViewerProps, 'message' | 'author'> {
  image: Image;
  prefix: string;
  own: boolean;
  name: string;
}

function PhotoMessage({ image, prefix, own, name, message, author }: PhotoMessageProps): ReactElement {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const alt = own ? say('chat.photo-own') : say('chat.photo-other', { name });
  if (broken) return <p className="rounded-[18px] bg-sunken px-4 py-3 text-13 text-ink-2">{say('chat.photo-gone')}</p>;
  return (
    <>
      <button
        type="button"
        aria-label={`${alt}. ${say('chat.photo-open')}`}
        onClick={() => setOpen(true)}
        className={cx(
          'relative block aspect-4/3 w-50 max-w-full overflow-hidden rounded-[18px] bg-sunken md:w-56',
          own ? 'rounded-br-[6px]' : 'rounded-bl-[6px]',
        )}
      >
        <img
          src={prefix + image.thumb_filename}
          srcSet={`${prefix + image.thumb_filename} 400w, ${prefix + image.match} 800w`}
          sizes="224px"
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="size-full photo-dim object-cover"
        />
        <span aria-hidden="true" className="absolute inset-0 rounded-[inherit] inset-ring inset-ring-photo-edge" />
      </button>
      {open && (
        <PhotoViewer src={prefix + image.filename} {...{ alt, message, author }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function MessageStatus({ at, own, read }: { at: string; own: boolean; read: boolean }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <StatusLine own={own}>
      <LocalTime at={at} write={format.time} className="tabular-nums" />
      {own && (
        <>
          <Icon of={read ? CheckCheck : Check} size="xs" className={read ? 'text-primary-ink' : undefined} />
          <span className="sr-only">{say(read ? 'chat.read' : 'chat.sent')}</span>
        </>
      )}
    </StatusLine>
  );
}

export function StatusLine({ own, children }: { own: boolean; children: ReactNode }): ReactElement {
  return (
    <p className={cx('flex items-center gap-1.25 px-1 pt-0.5 pb-1.5 text-12 text-ink-3', own && 'justify-end')}>
      {children}
    </p>
  );
}
