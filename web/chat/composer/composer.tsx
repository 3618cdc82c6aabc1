import { type ReactElement, Suspense, lazy, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import type { Chat } from '../../../contract/chat.ts';
import { useFormat } from '../../format.ts';
import { useIsOffline } from '../../live/use-live.ts';
import { useSay } from '../../sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Gift, Icon, Send } from '../../ui/icon.tsx';
import { Price } from '../../ui/price.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { cx } from '../../ui/cx.ts';
import { AddPhoto, PhotoDraft } from './photo-draft.tsx';
import { PriceLine } from './price-line.tsx';
import type { Composer as Writing } from './use-composer.ts';
import { useTypingFrames } from './use-typing-frames.ts';
import { WriteBox } from './write-box.tsx';

const GiftDialog = lazy(async () => ({ default: (await import('../gifts/gift-dialog.tsx')).GiftDialog }));

/** Where a member writes: text, a photo or a gift, with what it costs before it is sent. */
export function Composer({ chat, writing }: { chat: Chat; writing: Writing }): ReactElement {
  const say = useSay();
  const offline = useIsOffline();
  const [giving, setGiving] = useGiving();
  const noteTyping = useTypingFrames(chat.conversation?.id ?? null);
  const { text, photo } = writing;
  const write = (next: string): void => {
    writing.setText(next);
    if (next !== '') noteTyping();
  };
  return (
    <form
      aria-label={say('chat.write', { name: chat.profile.name })}
      onSubmit={(event) => {
        event.preventDefault();
        writing.send();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
    >
      {photo && <PhotoDraft photo={photo} onRemove={() => writing.setPhoto(null)} />}
      <div className="flex min-w-0 items-end gap-0.5 rounded-[26px] bg-sunken p-1 has-[textarea:focus-visible]:inset-ring-2 has-[textarea:focus-visible]:inset-ring-primary">
        <AddPhoto onChoose={writing.setPhoto} />
        <RoundButton
          label={say('chat.add-gift')}
          variant="bare"
          onClick={() => setGiving(true)}
          className={cx('size-11!', text !== '' && 'max-sm:hidden')}
        >
          <Icon of={Gift} />
        </RoundButton>
        <WriteBox
          name={chat.profile.name}
          text={text}
          max={chat.message_length}
          length={writing.length}
          onWrite={write}
          onSend={writing.send}
        />
        <SendButton writing={writing} />
      </div>
      {offline && <p className="px-2 text-12 font-semibold text-ink-2">{say('chat.offline')}</p>}
      <PriceLine chat={chat} writing={writing} />
      {giving && (
        <Suspense fallback={null}>
          <GiftDialog chat={chat} onClose={() => setGiving(false)} onSend={writing.sendGift} />
        </Suspense>
      )}
    </form>
  );
}

/** Whether a gift is being chosen. A profile's gift button leads here with `?gift=1`, which is used up at once. */
function useGiving(): [boolean, (giving: boolean) => void] {
  const [giving, setGiving] = useState(false);
  const [query, setQuery] = useSearchParams();
  const asked = query.has('gift');
  useEffect(() => {
    if (!asked) return;
    setGiving(true);
    setQuery({}, { replace: true, preventScrollReset: true });
  }, [asked, setQuery]);
  return [giving, setGiving];
}

function SendButton({ writing }: { writing: Writing }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { cost, canSend } = writing;
  const costWords = cost > 0 ? say('common.credits', { count: cost }) : say('chat.free');
  return (
    <Button
      type="submit"
      aria-disabled={!canSend || undefined}
      aria-label={say('chat.send-label', { cost: costWords })}
      price={cost > 0 ? <Price amount={format.number(cost)} /> : say('chat.free')}
      className="min-h-11! shrink-0 px-3.5! py-1! whitespace-nowrap"
    >
      <Icon of={Send} size="sm" />
      <span className="hidden md:inline">{say('chat.send')}</span>
    </Button>
  );
}
