import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat.ts';
import { useFormat } from '../../format.ts';
import { settingsQuery, userQuery } from '../../queries.ts';
import { type Say, useSay } from '../../sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { moneyOf, moneyValue } from './credits-in-money.ts';
import type { Composer } from './use-composer.ts';

/** What sending costs, in credits and in money, before it is sent; and how long the text is. */
export function PriceLine({ chat, writing }: { chat: Chat; writing: Composer }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const { length, tooLong, cost, photo } = writing;
  const near = length > chat.message_length * 0.8;
  return (
    <p className="flex items-start justify-between gap-4 px-2 text-12 text-ink-3">
      <span>
        {costWords(say, chat, {
          cost,
          isPhoto: photo !== null,
          money: moneyValue(moneyOf(cost, settings, user), say, format),
        })}
      </span>
      {length > 0 && (
        <span
          aria-hidden="true"
          className={cx('shrink-0 tabular-nums', !near && 'hidden md:inline', tooLong && 'font-bold text-danger')}
        >
          {say('chat.count', { count: format.number(length), max: format.number(chat.message_length) })}
        </span>
      )}
    </p>
  );
}

function costWords(say: Say, chat: Chat, price: { cost: number; isPhoto: boolean; money: string }): string {
  if (price.cost === 0) return say(freeWords(chat));
  return say(price.isPhoto ? 'chat.cost-photo' : 'chat.cost', { count: price.cost, money: price.money });
}

function freeWords({
  profile,
  free_answer,
  message_credits,
}: Chat): 'chat.cost-free' | 'chat.cost-answer' | 'chat.cost-nothing' {
  if (profile.fictional) return 'chat.cost-free';
  return free_answer && message_credits > 0 ? 'chat.cost-answer' : 'chat.cost-nothing';
}
