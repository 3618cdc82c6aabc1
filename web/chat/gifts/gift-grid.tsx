import type { ReactElement } from 'react';

import type { Gift } from '../../../contract/chat/operations.ts';
import type { GiftId } from '../../../contract/chat/gifts.ts';
import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Price } from '../../ui/price.tsx';
import { GiftDrawing } from './gift-drawing.tsx';

export interface GiftGridProps {
  gifts: readonly Gift[];
  chosen: GiftId | null;
  onChoose: (gift: GiftId) => void;
}

/** The gifts with their prices, as radio buttons, so that arrow keys move between them. */
export function GiftGrid({ gifts, chosen, onChoose }: GiftGridProps): ReactElement {
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
