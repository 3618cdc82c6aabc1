import { isTooLong } from '../../../contract/chat/message-text.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import type { Handler } from '../../platform/handler.ts';
import { must, refuseFields } from '../../platform/failure.ts';
import { send } from './send.ts';

/**
 * Sends a text, or a photo with an optional text, to a conversation or a member (specification, sections 6 and 8).
 * The text is kept exactly as typed; it may have the site's `message_length` code points.
 */
export const sendMessage: Handler<'sendMessage'> = async (input, { context, site, member }) => {
  const { conversation, profile, photo, foothold_kind: kind, foothold: value, idempotency_key: key } = input;
  const text = isBlank(input.text) ? null : (input.text ?? null);
  must(text !== null || photo, 'chat.empty');
  refuseFields({
    text: text !== null && isTooLong(text, site.settings) ? 'field.too-long' : undefined,
    foothold: kind !== undefined && value === undefined ? 'field.missing' : undefined,
    foothold_kind: kind === undefined && value !== undefined ? 'field.missing' : undefined,
  });
  const foothold = kind !== undefined && value !== undefined ? { kind, value } : null;
  const target = { conversation, profile };
  const content = { text, photo: photo ?? null, gift: null, foothold };
  return send(context, { memberId: member.id, site, operation: 'sendMessage', target, ...content, key });
};
