import type { Handler } from '../../platform/handler.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { send } from './send.ts';

/** Sends a gift with an optional note, at the price of the server's own list (specification, section 2). */
export const sendGift: Handler<'sendGift'> = async (input, { context, site, member }) => {
  const { conversation, profile, gift, note, idempotency_key: key } = input;
  const text = isBlank(note) ? null : (note ?? null);
  const target = { conversation, profile };
  return send(context, {
    memberId: member.id,
    site,
    operation: 'sendGift',
    target,
    text,
    photo: null,
    gift,
    foothold: null,
    key,
  });
};
