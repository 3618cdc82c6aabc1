import { isBlank } from '../../../contract/platform/text.ts';
import type { Handler } from '../../platform/handler.ts';
import { send } from './send.ts';

/** Sends a gift at the price of the server's own list (specification, section 2). */
export const sendGift: Handler<'sendGift'> = async (input, { context, site, member }) => {
  const { conversation, profile, gift, note = '', idempotency_key: key } = input;
  const target = { conversation, profile };
  const content = { text: isBlank(note) ? null : note, upload: null, gift, quote: null };
  return send(context, { memberId: member.id, site, operation: 'sendGift', target, ...content, key });
};
