import { createHash } from 'node:crypto';

import type { GiftId } from '../../../contract/gifts.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';
import type { KeptPicture } from './keep-picture.ts';
import type { Prices } from '../rules.ts';
import type { Target } from './find-target.ts';

/** What a member wants to send; its text is already checked. */
export interface Draft {
  operation: 'sendMessage' | 'sendGift';
  target: Target;
  text: string | null;
  photo: Uint8Array | null;
  gift: GiftId | null;
  key: string;
}

/** Who sends, and what messages cost on the site they use. */
export interface Sender {
  memberId: string;
  prices: Prices;
}

/** A draft on its way to somebody, with the picture that is already kept. */
export interface Letter extends Sender {
  otherId: string;
  draft: Draft;
  picture: KeptPicture | null;
}

/**
 * A letter as the call that its key stands for. The target is named by the other member: a retry that meanwhile
 * learned the conversation's id stays the same call.
 */
export function callOf({ memberId, otherId, draft }: Letter): KeyedCall {
  const { operation, key, text, gift } = draft;
  const photo = draft.photo && createHash('sha256').update(draft.photo).digest('hex');
  return { memberId, key, operation, body: [otherId, text, gift, photo] };
}
