import type { Handler } from '../../platform/handler.ts';
import { isBlank } from '../../../contract/text.ts';
import { send } from './send.ts';

/** Sends a gift with an optional note; its price is the list's, whatever the client thinks (specification, section 2). */
export const sendGift: Handler<'sendGift'> = async (input, call) => {
  const { conversation, profile, gift, note, idempotency_key: key } = input;
  const text = isBlank(note) ? null : (note ?? null);
  return send(
    call.context,
    { memberId: call.member.id, prices: call.site.settings },
    { operation: 'sendGift', target: { conversation, profile }, text, photo: null, gift, key },
  );
};
