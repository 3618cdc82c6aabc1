import { type ReactElement, type ReactNode, Suspense, memo } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { GiftCard } from '../gifts/gift-card.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { FootholdQuote } from '../foothold/foothold-quote.tsx';
import { PhotoMessage } from './photo-message.tsx';
import { MessageStatus } from './message-status.tsx';

const GiftQuestion = lazyPart(async () => ({ default: (await import('../gifts/gift-question.tsx')).GiftQuestion }));
const MessageMenu = lazyPart(() =>
  import('./message-menu.tsx').then(
    (module) => ({ default: module.MessageMenu }),
    // Messages can be read without their menus.
    () => ({ default: () => null }),
  ),
);

export interface MessageBubbleProps {
  message: Message;
  name: string;
  prefix: string;
  /** Whether it is the first or the last of its group; the last one shows the time. */
  first: boolean;
  last: boolean;
  read: boolean;
  /** It arrived while the page was open. */
  fresh: boolean;
  /** Whether the member may answer a gift's question; null if gifts have none. */
  mayAnswer: boolean | null;
  /** Id of the other member, whose messages have a menu; null until the page is hydrated. */
  otherId: string | null;
}

/** One message; the last of a group shows its time and whether it was read. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps): ReactElement {
  const { message, name, prefix, first, last, read, fresh, mayAnswer, otherId } = props;
  const say = useSay();
  const { own, photo, gift, foothold } = message;
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
        'message-row group/message relative flex flex-col gap-1',
        own ? 'items-end' : 'items-start',
        first ? 'mt-2.5' : 'mt-1.5',
        fresh && !own && 'animate-rise',
      )}
    >
      <VisuallyHidden>{own ? say('chat.from-you') : say('chat.from-other', { name })}</VisuallyHidden>
      {foothold && (
        <FootholdQuote
          {...foothold}
          image={foothold.photo && prefix + foothold.photo.thumb_filename}
          label={own ? say('chat.foothold-theirs', { name }) : say('chat.foothold-yours')}
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
          credits={message.credits}
          className="max-w-[84%] md:max-w-[62%]"
        />
      ) : (
        text !== null &&
        text !== '' && (
          <Bubble own={own}>
            <LinkedText text={text} onTeal={own} />
          </Bubble>
        )
      )}
      {gift && mayAnswer !== null && (
        <Suspense fallback={null}>
          <GiftQuestion message={message} gift={gift} name={name} mayAnswer={mayAnswer} />
        </Suspense>
      )}
      {isGone && (
        <p className="rounded-[18px] bg-sunken px-4 py-3 text-13 text-ink-2">
          {say(isRemoved ? 'chat.message-removed' : 'chat.message-gone')}
        </p>
      )}
      {author && !isGone && (
        <Suspense fallback={null}>
          <MessageMenu message={message} author={author} />
        </Suspense>
      )}
      {last && <MessageStatus at={message.at} own={own} read={read} />}
    </li>
  );
});

/** The background of a text: teal for own messages, plain for the other member's. */
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
