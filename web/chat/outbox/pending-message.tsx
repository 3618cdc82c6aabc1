import type { ReactElement } from 'react';

import type { Quote } from '../../../contract/chat/quote.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { useIsOffline } from '../../platform/live-store.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { CircleAlert, ClockIcon, Icon, X } from '../../ui/icon.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { GiftCard } from '../gifts/gift-card.tsx';
import { Bubble, StatusLine } from '../conversation/message-bubble.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { UnsentQuote } from '../quote/unsent-quote.tsx';
import { outbox } from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';

export interface PendingMessageProps {
  entry: OutboxEntry;
  name: string;
  isHeld: boolean;
  onEdit: (text: string, quote: Quote | null) => void;
}

/** A message that is being sent, waits for the network, or has failed; then its member decides what to do. */
export function PendingMessage({ entry, name, isHeld, onEdit }: PendingMessageProps): ReactElement {
  return (
    <li className="mt-1.5 flex animate-rise flex-col items-end gap-1">
      <div className="flex w-full flex-col items-end gap-1 opacity-90">
        {entry.quote && (
          <UnsentQuote quote={entry.quote} profile={{ id: entry.profile, name }} className="max-w-[84%]" />
        )}
        <PendingPhoto entry={entry} />
        {entry.gift ? (
          <GiftCard
            gift={entry.gift}
            own
            name={name}
            note={entry.text}
            credits={entry.credits}
            className="max-w-[84%]"
          />
        ) : (
          entry.text !== null && (
            <Bubble own>
              <LinkedText text={entry.text} onTeal />
            </Bubble>
          )
        )}
      </div>
      {entry.state === 'failed' ? <Failed entry={entry} onEdit={onEdit} /> : <Waiting entry={entry} isHeld={isHeld} />}
    </li>
  );
}

function PendingPhoto({ entry }: { entry: OutboxEntry }): ReactElement | null {
  const say = useSay();
  const photo = outbox.findPhoto(entry.key);
  if (!photo) return null;
  return (
    <div className="relative aspect-4/3 w-50 overflow-hidden rounded-[18px] rounded-br-[6px] bg-sunken md:w-56">
      <img src={photo.url} alt={say('chat.photo-own')} className="size-full object-cover" />
      {entry.state !== 'failed' && (
        <RoundButton
          label={say('chat.photo-cancel')}
          variant="glass"
          size="sm"
          className="absolute top-2 right-2"
          onClick={() => outbox.drop(entry.key)}
        >
          <Icon of={X} size="sm" />
        </RoundButton>
      )}
      <span
        aria-hidden="true"
        style={{ scale: `${photo.progress} 1` }}
        className="absolute inset-x-0 bottom-0 h-1 origin-left bg-primary"
      />
    </div>
  );
}

function Waiting({ entry, isHeld }: Pick<PendingMessageProps, 'entry' | 'isHeld'>): ReactElement {
  const say = useSay();
  const format = useFormat();
  const offline = useIsOffline();
  const progress = outbox.findPhoto(entry.key)?.progress;
  const isUploading = progress !== undefined && progress < 1 && entry.state === 'sending';
  const words = isUploading
    ? say('chat.uploading', { percent: format.percent(progress) })
    : say(isHeld ? 'chat.held' : offline && !outbox.isInPageOnly(entry.key) ? 'chat.waiting' : 'chat.pending');
  return (
    <StatusLine own>
      <Icon of={ClockIcon} size="xs" />
      {words}
    </StatusLine>
  );
}

function Failed({ entry, onEdit }: Pick<PendingMessageProps, 'entry' | 'onEdit'>): ReactElement {
  const say = useSay();
  const { failure } = entry;
  const reason =
    failure?.reason === 'too-old' || failure?.reason === 'logged-out'
      ? say(`chat.${failure.reason}`)
      : errorText(say, { error: failure?.code, message: '', ...failure?.values });
  const edit = (): void => {
    const isGone = failure?.code === 'chat.quote-gone';
    onEdit(entry.text ?? '', (!isGone && entry.quote) || null);
    outbox.drop(entry.key);
  };
  return (
    <div role="alert" className="flex max-w-[84%] flex-col items-end gap-1 px-1 pb-1.5 text-right text-13">
      <p className="flex items-start gap-1.5 font-semibold text-danger">
        <Icon of={CircleAlert} size="sm" className="mt-px" />
        <span>
          {say('chat.failed')}. <span className="font-medium">{reason}</span>
        </span>
      </p>
      <div className="-mr-2 flex flex-wrap justify-end">
        <Button variant="plain" size="sm" onClick={() => outbox.retry(entry.key)}>
          {say('chat.retry')}
        </Button>
        {entry.kind === 'text' && (
          <Button variant="plain" size="sm" onClick={edit}>
            {say('chat.edit')}
          </Button>
        )}
        <Button variant="plain" size="sm" onClick={() => outbox.drop(entry.key)}>
          {say('chat.drop')}
        </Button>
      </div>
    </div>
  );
}
