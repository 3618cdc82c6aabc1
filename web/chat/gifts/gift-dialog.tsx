import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { GiftId } from '../../../contract/chat/gifts.ts';
import { giftNoteLengthMax } from '../../../contract/chat/limits.ts';
import type { Chat, Gift } from '../../../contract/chat/operations.ts';
import { canPay } from '../../../contract/credits/can-pay.ts';
import { countCodePoints } from '../../../contract/platform/text.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useUnsaved } from '../../platform/pages/use-unsaved.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Price } from '../../ui/price.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { giftsQuery } from '../chat-queries.ts';
import { useCreditsCost } from '../composer/use-credits-cost.ts';
import { GiftDrawing } from './gift-drawing.tsx';

export interface GiftDialogProps {
  chat: Chat;
  onClose: () => void;
  onSend: (gift: GiftId, credits: number, note: string) => void;
}

export function GiftDialog({ chat, onClose, onSend }: GiftDialogProps): ReactElement {
  const say = useSay();
  const { data, isError, refetch } = useQuery(giftsQuery);
  const [chosen, setChosen] = useState<GiftId | null>(null);
  const [note, setNote] = useState('');
  const { id, name, fictional } = chat.profile;
  const dropNote = useUnsaved(`gift.${id}`, note === '' ? null : note, setNote);
  // Writing to a fictional profile is free, gifts included.
  const gifts = data?.map((gift) => (fictional ? { ...gift, credits: 0 } : gift));
  const gift = gifts?.find((one) => one.id === chosen) ?? null;
  const left = giftNoteLengthMax - countCodePoints(note);
  const send = (): void => {
    if (!gift || left < 0) return;
    onSend(gift.id, gift.credits, note);
    dropNote();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={say('chat.gift-title', { name })}
      description={say('chat.gift-text', { name })}
      closeLabel={say('common.close')}
      // Until the gifts load, the first control is the note: a phone would open its keyboard over the gifts.
      focusPanel={!data}
      actions={<Actions gift={gift} credits={chat.credits} canSend={left >= 0} onClose={onClose} onSend={send} />}
    >
      {gifts ? (
        <GiftGrid gifts={gifts} chosen={chosen} onChoose={setChosen} />
      ) : isError ? (
        <RetryAlert retry={refetch}>{say('chat.gift-failed')}</RetryAlert>
      ) : (
        <Loading
          label={say('common.loading')}
          className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 sm:grid-cols-4"
        >
          {Array.from({ length: 8 }, (_, place) => (
            <Skeleton key={place} shape="block" className="h-34" />
          ))}
        </Loading>
      )}
      <Field
        label={say('chat.gift-note')}
        aside={note !== '' && say('chat.gift-note-left', { count: Math.max(left, 0) })}
      >
        <TextArea
          rows={2}
          value={note}
          maxLength={giftNoteLengthMax * 2}
          onChange={(event) => setNote(event.target.value)}
          className="min-h-18!"
        />
      </Field>
      <Cost gift={gift} credits={chat.credits} fictional={fictional} />
    </Dialog>
  );
}

function Cost({ gift, credits, fictional }: { gift: Gift | null; credits: number; fictional: boolean }): ReactElement {
  const say = useSay();
  const balance = say('common.credits', { count: Math.max(credits, 0) });
  const { value: money } = useCreditsCost(gift?.credits ?? 0);
  const words = !gift
    ? fictional && say('chat.gift-cost-free')
    : gift.credits === 0
      ? say('chat.gift-cost-free')
      : say(canPay(credits, gift.credits) ? 'chat.gift-cost' : 'chat.gift-short', {
          count: gift.credits,
          balance,
          money,
        });
  return (
    <p aria-live="polite" className="min-h-5 text-13 text-ink-2">
      {words}
    </p>
  );
}

interface ActionsProps {
  gift: Gift | null;
  credits: number;
  canSend: boolean;
  onClose: () => void;
  onSend: () => void;
}

function Actions({ gift, credits, canSend, onClose, onSend }: ActionsProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const cannotPay = gift !== null && !canPay(credits, gift.credits);
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {say('common.cancel')}
      </Button>
      {cannotPay ? (
        <LinkButton to={pathTo('credits')}>{say('chat.blocker-credits-action')}</LinkButton>
      ) : (
        <Button
          disabled={!gift || !canSend}
          onClick={onSend}
          price={
            gift && gift.credits > 0 ? (
              <Price amount={format.number(gift.credits)} label={say('common.credits', { count: gift.credits })} />
            ) : undefined
          }
        >
          {say('chat.gift-send')}
        </Button>
      )}
    </>
  );
}

interface GiftGridProps {
  gifts: readonly Gift[];
  chosen: GiftId | null;
  onChoose: (gift: GiftId) => void;
}

/** The gifts with their prices, as radio buttons, so that arrow keys move between them. */
function GiftGrid({ gifts, chosen, onChoose }: GiftGridProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <fieldset>
      <legend className="sr-only">{say('chat.gift-choose')}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 sm:grid-cols-4">
        {gifts.map((gift) => (
          <label
            key={gift.id}
            className="relative grid cursor-pointer justify-items-center gap-1 rounded-photo bg-surface px-2 py-2 text-center text-13 sm:py-3 leading-[1.25] font-semibold inset-ring inset-ring-line transition-[background-color,box-shadow] hover:bg-primary-soft has-checked:bg-primary-soft has-checked:text-on-primary-soft has-checked:inset-ring-2 has-checked:inset-ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="gift"
              value={gift.id}
              checked={chosen === gift.id}
              onChange={() => onChoose(gift.id)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <GiftDrawing gift={gift.id} />
            <span className="max-w-full">{say('chat.gift-name', { gift: gift.id })}</span>
            {gift.credits > 0 ? (
              <Price amount={format.number(gift.credits)} label={say('common.credits', { count: gift.credits })} />
            ) : (
              <span className="font-bold">{say('chat.free')}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
