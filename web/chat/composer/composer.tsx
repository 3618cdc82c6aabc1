import { type MouseEvent, type ReactElement, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import { isStillHere } from '../../platform/is-still-here.ts';
import { useIsOffline } from '../../live/use-live.ts';
import { useSay } from '../../platform/sentences.tsx';
import { UnsentFoothold } from '../foothold/unsent-foothold.tsx';
import { PriceLine } from './price-line.tsx';
import { BuyButton, SendButton } from './send-button.tsx';
import { Tools } from './tools.tsx';
import type { Composer as Writing } from './use-composer.ts';
import { useTypingFrames } from './use-typing-frames.ts';
import { WriteBox } from './write-box.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';

const IcebreakerDialog = lazyPart(async () => ({
  default: (await import('../icebreakers/icebreaker-dialog.tsx')).IcebreakerDialog,
}));
const PhotoDraft = lazyPart(async () => ({ default: (await import('./photo-draft.tsx')).PhotoDraft }));
const GiftDialog = lazyPart(async () => ({ default: (await import('../gifts/gift-dialog.tsx')).GiftDialog }));

/** The form for a text, photo or gift; it shows the price before sending. */
export function Composer({ chat, writing }: { chat: Chat; writing: Writing }): ReactElement {
  const say = useSay();
  const offline = useIsOffline();
  const [giving, setGiving] = useGiving();
  const [choosing, setChoosing] = useState(false);
  const reportTyping = useTypingFrames(chat.conversation?.id ?? null);
  const { text, foothold } = writing;
  const write = (next: string): void => {
    writing.setText(next);
    if (next !== '') reportTyping();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the press is on a button inside
    <form
      aria-label={say('chat.write', { name: chat.profile.name })}
      onSubmit={(event) => {
        event.preventDefault();
        writing.send();
      }}
      onMouseDown={leaveFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 [@media(max-height:500px)]:gap-1"
    >
      {writing.short && (
        <p role="status" className="px-2 text-13 text-ink-2">
          {say('chat.blocker-credits', { name: chat.profile.name })}
        </p>
      )}
      {foothold && (
        <UnsentFoothold foothold={foothold} profile={chat.profile} onRemove={() => writing.setFoothold(null)} />
      )}
      <Photo writing={writing} />
      <div className="flex min-w-0 flex-wrap items-end justify-between gap-0.5 rounded-[26px] bg-sunken p-1 has-[textarea:focus-visible]:inset-ring-2 has-[textarea:focus-visible]:inset-ring-primary">
        <Tools onPhoto={writing.takeFile} onGift={() => setGiving(true)} onLines={() => setChoosing(true)} />
        <WriteBox
          name={chat.profile.name}
          text={text}
          max={chat.message_length}
          length={writing.length}
          onWrite={write}
          onSend={writing.send}
          onFile={writing.takeFile}
        />
        {writing.short ? <BuyButton /> : <SendButton writing={writing} />}
      </div>
      {offline && <p className="px-2 text-12 font-semibold text-ink-2">{say('chat.offline')}</p>}
      <PriceLine chat={chat} writing={writing} />
      {choosing && (
        <Suspense fallback={null}>
          <IcebreakerDialog
            to={chat}
            cost={writing.cost}
            onChoose={(line) => writing.putBack(line, null)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
      {giving && (
        <Suspense fallback={null}>
          <GiftDialog chat={chat} onClose={() => setGiving(false)} onSend={writing.sendGift} />
        </Suspense>
      )}
    </form>
  );
}

function Photo({ writing: { photo, photoFault, dropPhoto } }: { writing: Writing }): ReactElement {
  return (
    <>
      {photoFault !== null && (
        <p role="alert" className="px-2 text-13 font-semibold text-danger">
          {photoFault}
        </p>
      )}
      {photo && (
        <Suspense fallback={null}>
          <PhotoDraft photo={photo} onRemove={dropPhoto} />
        </Suspense>
      )}
    </>
  );
}

/** Keeps the focus in the box when a button beside it is pressed: a phone would close its keyboard otherwise. */
function leaveFocus(event: MouseEvent<HTMLFormElement>): void {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement && event.currentTarget.contains(activeElement);
  if (isWriting && event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

/** Whether a gift is being chosen. A profile's gift button links here with `?gift=1`, which is removed at once. */
function useGiving(): [boolean, (giving: boolean) => void] {
  const [giving, setGiving] = useState(false);
  const here = useLocation();
  const [query, setQuery] = useSearchParams();
  const asked = query.has('gift');
  useEffect(() => {
    if (!asked || !isStillHere(here)) return;
    setGiving(true);
    setQuery({}, { replace: true, preventScrollReset: true });
  }, [asked, here, setQuery]);
  return [giving, setGiving];
}
