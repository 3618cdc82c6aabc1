import { randomUUID } from 'node:crypto';

import { Failure, must, refuse } from '../../platform/failure.ts';
import type { Parcel } from './deliver.ts';
import { giftPrices } from '../gifts.data.ts';
import type { Letter } from './send-request.ts';
import type { Scene } from './lock-and-load.ts';
import type { FactsRow } from '../queries.ts';
import { barOf, pricesFor, refusalOf } from '../rules.ts';

/** A letter that may go, and can be paid. */
export interface Going {
  letter: Letter;
  parcel: Parcel & { balance: number };
  /** The receiver is run by the house. */
  fictional: boolean;
}

/** Whether a new letter may go, and why it may not. */
export function judge(scene: Scene): Going | Failure {
  try {
    return judgeOrThrow(scene);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function judgeOrThrow({ letter, facts, balance, conversation, faces }: Scene): Going {
  must(facts, 'profile.not-found');
  const { memberId, otherId, draft, picture } = letter;
  const bar = barOf(facts);
  if (bar) refuse(...refusalOf(bar, facts.name));
  must(facts.hidden === false || draft.target.conversation === undefined, 'chat.not-found');
  const credits = priceOf(letter, facts);
  must(credits === 0 || balance >= credits, 'chat.credits');
  // Between the first look and this one the member became allowed to send: the retry stores the picture.
  must(!draft.photo || picture, 'request.busy');
  const { text, gift, key } = draft;
  const ends = { id: randomUUID(), conversationId: conversation ?? '', fromId: memberId, toId: otherId };
  const starts = facts.conversation_id === null;
  const content = { kind: kindOf(letter), text, photo: picture, gift };
  const parcel = { ...ends, ...content, starts, credits, key, faces, balance: balance - credits };
  return { letter, parcel, fictional: facts.fictional };
}

function kindOf({ draft }: Letter): Parcel['kind'] {
  if (draft.gift) return 'gift';
  return draft.photo ? 'photo' : 'text';
}

function priceOf({ prices, draft }: Letter, { fictional }: FactsRow): number {
  const { message_credits, photo_credits } = pricesFor(prices, fictional);
  if (draft.gift) return fictional ? 0 : giftPrices[draft.gift];
  return draft.photo ? photo_credits : message_credits;
}
