import type { Handler } from '../../platform/handler.ts';
import { must, refuseFields } from '../../platform/failure.ts';
import { countCodePoints, isBlank } from '../../../contract/text.ts';
import { send } from './send.ts';

/**
 * Sends a text, or a photo with an optional text, to a conversation or a member (specification, sections 6 and 8).
 * The text is kept as it was typed, to the code point; its length is the site's `message_length` at most.
 */
export const sendMessage: Handler<'sendMessage'> = async (input, call) => {
  const { conversation, profile, photo, idempotency_key: key } = input;
  const { settings } = call.site;
  const text = isBlank(input.text) ? null : (input.text ?? null);
  must(text !== null || photo, 'chat.empty');
  refuseFields({
    text: text !== null && countCodePoints(text) > settings.message_length ? 'field.too-long' : undefined,
  });
  return send(
    call.context,
    { memberId: call.member.id, prices: settings },
    { operation: 'sendMessage', target: { conversation, profile }, text, photo: photo?.bytes ?? null, gift: null, key },
  );
};
