import type { ReactElement } from 'react';

import type { GiftId } from '../../../contract/chat/gifts.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Price } from '../../ui/price.tsx';
import { GiftDrawing } from './gift-drawing.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';

export interface GiftCardProps {
  gift: GiftId;
  own: boolean;
  name: string;
  note: string | null;
  /** The language of the note, where it is known. */
  lang?: string | undefined;
  credits: number;
  className?: string;
}

export function GiftCard(props: GiftCardProps): ReactElement {
  const { gift, own, name, note, lang, credits, className } = props;
  const say = useSay();
  const format = useFormat();
  return (
    <div
      className={cx(
        'flex min-w-0 items-center gap-3.5 rounded-[18px] bg-secondary-soft px-4 py-3.5 text-on-secondary-soft',
        own ? 'rounded-br-[6px]' : 'rounded-bl-[6px]',
        className,
      )}
    >
      <GiftDrawing gift={gift} />
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{say(own ? 'chat.gift-for' : 'chat.gift-from', { gift, name })}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-1.25 text-13">
          {say('chat.gift-word')}
          {own && (
            <>
              <span aria-hidden="true">·</span>
              {credits > 0 ? (
                <Price amount={format.number(credits)} label={say('common.credits', { count: credits })} />
              ) : (
                say('chat.free')
              )}
            </>
          )}
        </p>
        {note !== null && note !== '' && (
          <div className="mt-1.5">
            <LinkedText text={note} lang={lang} />
          </div>
        )}
      </div>
    </div>
  );
}
