import { isTooLong } from '../../../contract/chat/message-text.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { must, refuseFields } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { send } from './send.ts';

/** Sends a text, or a photo with an optional text (specification, sections 6 and 8). The text is kept as typed. */
export const sendMessage: Handler<'sendMessage'> = async (input, { context, site, member }) => {
  const { conversation, profile, photo, quote_kind: kind, quote: value, idempotency_key: key } = input;
  const text = isBlank(input.text) ? null : (input.text ?? null);
  must(text !== null || photo, 'chat.empty');
  refuseFields({
    text: text !== null && isTooLong(text, site.settings) ? 'field.too-long' : undefined,
    quote: kind !== undefined && value === undefined ? 'field.missing' : undefined,
    quote_kind: kind === undefined && value !== undefined ? 'field.missing' : undefined,
  });
  const quote = kind !== undefined && value !== undefined ? { kind, value } : null;
  const target = { conversation, profile };
  const content = { text, upload: photo ?? null, gift: null, quote };
  return send(context, { memberId: member.id, site, operation: 'sendMessage', target, ...content, key });
};
