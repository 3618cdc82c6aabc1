import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation, useSearchParams } from 'react-router';

import { typingEveryMs } from '../../../contract/chat/limits.ts';
import type { Chat } from '../../../contract/chat/operations.ts';
import { photoTypes } from '../../../contract/photos/photo-rules.ts';
import { sendFrame, useIsOffline } from '../../platform/live-store.ts';
import { pastedFile } from '../../photos/photo-rules.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { isHydrating } from '../../platform/pages/hydrated.ts';
import { isStillHere, withNext } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Gift, Icon, ImageIcon, Lightbulb, Plus, Send } from '../../ui/icon.tsx';
import { isComposing } from '../../ui/is-composing.ts';
import { latePart } from '../../ui/lazy-part.ts';
import { useLoadAhead } from '../../ui/load-ahead.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Price } from '../../ui/price.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { UnsentQuote } from '../quote/unsent-quote.tsx';
import type { Composer as Writing } from './use-composer.ts';
import { costWords, useCreditsCost } from './use-credits-cost.ts';

const IcebreakerDialog = latePart(async () => ({
  default: (await import('../icebreakers/icebreaker-dialog.tsx')).IcebreakerDialog,
}));
const PhotoDraft = latePart(async () => ({ default: (await import('./photo-draft.tsx')).PhotoDraft }));
const GiftDialog = latePart(async () => ({ default: (await import('../gifts/gift-dialog.tsx')).GiftDialog }));

export function Composer({ chat, writing }: { chat: Chat; writing: Writing }): ReactElement {
  const say = useSay();
  const offline = useIsOffline();
  const [giving, setGiving] = useGiving();
  const [choosing, setChoosing] = useState(false);
  useLoadAhead(IcebreakerDialog, GiftDialog);
  const reportTyping = useTypingFrames(chat.conversation?.id ?? null);
  const { quote } = writing;
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
      {/* The regions stay, because screen readers skip one that arrives with its text. */}
      <div role="status" className="px-2 text-13 text-ink-2 empty:hidden">
        {writing.cannotPay && say('chat.blocker-credits', { name: chat.profile.name })}
      </div>
      {quote && <UnsentQuote quote={quote} profile={chat.profile} onRemove={() => writing.setQuote(null)} />}
      <div role="status" className="empty:hidden">
        <Photo writing={writing} />
      </div>
      <div className="flex min-w-0 flex-wrap items-end justify-between gap-0.5 rounded-[26px] bg-sunken p-1 has-[textarea:focus-visible]:inset-ring-2 has-[textarea:focus-visible]:inset-ring-primary">
        <Tools onPhoto={writing.selectPhoto} onGift={() => setGiving(true)} onLines={() => setChoosing(true)} />
        <WriteBox chat={chat} writing={writing} onWrite={write} />
        {writing.cannotPay ? <BuyButton /> : <SendButton writing={writing} />}
      </div>
      <div role="status" className="px-2 text-12 font-semibold text-ink-2 empty:hidden">
        {offline && say('chat.offline')}
      </div>
      <PriceLine chat={chat} writing={writing} />
      {choosing && (
        <IcebreakerDialog
          to={chat}
          cost={writing.cost}
          onChoose={(line) => writing.putBack(line, null)}
          onClose={() => setChoosing(false)}
        />
      )}
      {giving && <GiftDialog chat={chat} onClose={() => setGiving(false)} onSend={writing.sendGift} />}
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
      {photo && <PhotoDraft photo={photo} onRemove={dropPhoto} />}
    </>
  );
}

/** Keeps the focus in the box when a button beside it is pressed: a phone would close its keyboard otherwise. */
function leaveFocus(event: MouseEvent<HTMLFormElement>): void {
  const { activeElement } = document;
  const isWriting = activeElement instanceof HTMLTextAreaElement && event.currentTarget.contains(activeElement);
  if (isWriting && event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

/**
 * Returns whether a gift is being chosen. A profile's gift button links here with `?gift=1`, which is removed at once.
 */
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

/** From this fraction of the limit on, the length is shown on phones too, and the rest is announced. */
const nearLimit = 0.8;

/** Explains the price before the first message, and if a gift makes the next text free; also shows the length. */
function PriceLine({ chat, writing }: { chat: Chat; writing: Writing }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { length, tooLong, cost, photo, quote, explainsPrice: explains } = writing;
  const { value: money } = useCreditsCost(cost);
  const near = length > chat.message_length * nearLimit;
  if (!explains && length === 0) return null;
  return (
    <p
      className={cx(
        'flex items-start justify-between gap-4 px-2 text-12 text-ink-3',
        !explains && !near && 'max-md:hidden',
        // Above an open keyboard the quote needs the space; the button shows the price.
        quote && !near && '[@media(max-height:500px)]:hidden',
      )}
    >
      {explains && (
        <span className="text-pretty">{costWords(say, chat, { cost, isPhoto: photo !== null, money })}</span>
      )}
      {length > 0 && (
        <span
          aria-hidden="true"
          className={cx(
            'ml-auto shrink-0 tabular-nums',
            !near && 'hidden md:inline',
            tooLong && 'font-bold text-danger',
          )}
        >
          {say('chat.count', { count: format.number(length), max: format.number(chat.message_length) })}
        </span>
      )}
    </p>
  );
}

const shape = 'min-h-11! shrink-0 px-3.5! py-1! whitespace-nowrap';

function SendButton({ writing: { cost, canSend } }: { writing: Writing }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { amount } = useCreditsCost(cost);
  return (
    <Button
      type="submit"
      aria-disabled={!canSend || undefined}
      price={
        cost > 0 ? (
          <span className="grid justify-items-end">
            <Price amount={format.number(cost)} label={say('common.credits', { count: cost })} />
            {amount !== null && <span className="text-12 leading-[1.1] font-semibold whitespace-nowrap">{amount}</span>}
          </span>
        ) : (
          say('chat.free')
        )
      }
      className={shape}
    >
      <Icon of={Send} size="sm" />
      <span className="max-[900px]:sr-only">{say('chat.send')}</span>
    </Button>
  );
}

/** Replaces the send button if credits are missing. After the payment, the member returns to this conversation. */
function BuyButton(): ReactElement {
  const say = useSay();
  const { pathname } = useLocation();
  return (
    <LinkButton to={withNext(pathTo('credits'), pathname)} className={`${shape} text-13!`}>
      {say('chat.blocker-credits-action')}
    </LinkButton>
  );
}

function Tools(props: { onPhoto: (photo: File) => void; onGift: () => void; onLines: () => void }): ReactElement {
  const { onPhoto, onGift, onLines } = props;
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const choosePhoto = (): void => input.current?.click();
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept={photoTypes.join(',')}
        onChange={(event) => {
          const photo = event.target.files?.[0];
          if (photo) onPhoto(photo);
          // Otherwise, choosing the same file again would not fire a change event.
          event.target.value = '';
        }}
      />
      <Menu
        align="start"
        trigger={
          <RoundButton label={say('chat.add')} variant="bare" className="size-11! min-[900px]:hidden">
            <Icon of={Plus} />
          </RoundButton>
        }
      >
        <MenuItem icon={ImageIcon} onSelect={choosePhoto}>
          {say('chat.add-photo')}
        </MenuItem>
        <MenuItem icon={Gift} onSelect={onGift}>
          {say('chat.add-gift')}
        </MenuItem>
        <MenuItem icon={Lightbulb} onSelect={onLines}>
          {say('chat.lines')}
        </MenuItem>
      </Menu>
      <span className="flex max-[900px]:hidden">
        <RoundButton label={say('chat.add-photo')} variant="bare" onClick={choosePhoto} className="size-11!">
          <Icon of={ImageIcon} />
        </RoundButton>
        <RoundButton label={say('chat.add-gift')} variant="bare" onClick={onGift} className="size-11!">
          <Icon of={Gift} />
        </RoundButton>
        <RoundButton label={say('chat.lines')} variant="bare" onClick={onLines} className="size-11!">
          <Icon of={Lightbulb} />
        </RoundButton>
      </span>
    </>
  );
}

function useTypingFrames(conversation: ConversationId | null): () => void {
  const saidAt = useRef(0);
  return () => {
    const now = Date.now();
    if (!conversation || now - saidAt.current < typingEveryMs) return;
    saidAt.current = now;
    sendFrame({ type: 'typing', conversation });
  };
}

/** From this many characters on, the text gets its own line on phones: there is no space beside the buttons. */
const longFrom = 17;

/** The text box. It grows with its text; Enter sends on devices with a keyboard and starts a new line on others. */
function WriteBox(props: { chat: Chat; writing: Writing; onWrite: (text: string) => void }): ReactElement {
  const { chat, writing, onWrite } = props;
  const { text, length } = writing;
  const max = chat.message_length;
  const say = useSay();
  const box = useRef<HTMLTextAreaElement>(null);
  const counterId = useId();
  const isNear = length > max * nearLimit;
  const isLong = length >= longFrom || text.includes('\n');

  useEffect(() => grow(box.current), [text]);
  useEffect(() => {
    const isElsewhere = isHydrating() && document.activeElement !== document.body;
    if (hasKeyboard() && !isElsewhere) box.current?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent) || !hasKeyboard()) return;
    event.preventDefault();
    writing.send();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const file = pastedFile(event.clipboardData);
    if (!file) return;
    event.preventDefault();
    writing.selectPhoto(file);
  };
  return (
    <>
      <textarea
        ref={box}
        rows={1}
        dir="auto"
        value={text}
        aria-label={say('chat.write', { name: chat.profile.name })}
        aria-describedby={isNear ? counterId : undefined}
        aria-invalid={length > max || undefined}
        placeholder={say('chat.write-placeholder')}
        enterKeyHint="enter"
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={cx(
          'field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none bg-transparent px-1.5 py-2.5 text-[1rem] leading-normal outline-none placeholder:whitespace-nowrap focus-visible:[box-shadow:none] md:text-15',
          isLong && 'max-md:order-first max-md:max-h-26 max-md:basis-full max-md:px-3 max-md:pt-2 max-md:pb-0',
        )}
      />
      <span id={counterId} aria-live="polite" className="sr-only">
        {isNear &&
          (length > max
            ? say('chat.count-over', { count: length - max })
            : say('chat.count-left', { count: max - length }))}
      </span>
    </>
  );
}

function hasKeyboard(): boolean {
  return matchMedia('(pointer: fine)').matches;
}

function grow(box: HTMLTextAreaElement | null): void {
  if (!box || CSS.supports('field-sizing', 'content')) return;
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
