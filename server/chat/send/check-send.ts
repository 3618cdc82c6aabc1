import { randomUUID } from 'node:crypto';

import { canPay } from '../../../contract/credits/can-pay.ts';
import { type Relationship, findSendBlocker, textPrice } from '../../members/visibility/rules.ts';
import { Failure, must, refuse } from '../../platform/failure.ts';
import { giftPrices } from '../gifts.data.ts';
import { pricesFor, blockerRefusal } from '../rules.ts';
import { type NewMessage, type SendContext, type SendRequest, toKeyedCall } from './shapes.ts';

/** Returns the message to write, or the refusal. */
export function checkSend(send: SendContext): NewMessage | Failure {
  try {
    return checkOrThrow(send);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function checkOrThrow({ request, relationship, balance, conversationId = '', summaries }: SendContext): NewMessage {
  must(relationship, 'profile.not-found');
  const { memberId: senderId, otherId: receiverId, target, photo, picture, text, gift, foothold } = request;
  const blocker = findSendBlocker(relationship);
  if (blocker) refuse(...blockerRefusal(blocker, relationship.name));
  must(relationship.conversation_hidden === false || target.conversation === undefined, 'chat.not-found');
  must(!request.foothold || request.isFootholdShown, 'chat.foothold-gone');
  const { fictional: toFictional } = relationship;
  const credits = priceOf(request, relationship);
  must(canPay(balance, credits), 'chat.credits');
  // The member has only just become able to send, so the photo was not stored: the retry stores it.
  must(!photo || picture, 'request.busy');
  return {
    id: randomUUID(),
    conversationId,
    senderId,
    receiverId,
    starts: relationship.conversation_id === null,
    kind: kindOf(request),
    text,
    photo: picture,
    gift,
    foothold,
    credits,
    call: toKeyedCall(request),
    summaries,
    balance: balance - credits,
    toFictional,
  };
}

function kindOf({ gift, photo }: SendRequest): NewMessage['kind'] {
  if (gift) return 'gift';
  return photo ? 'photo' : 'text';
}

function priceOf({ site, gift, photo }: SendRequest, relationship: Relationship): number {
  const { fictional } = relationship;
  if (gift) return fictional ? 0 : giftPrices[gift];
  return photo ? pricesFor(site.settings, fictional).photo_credits : textPrice(site.settings, relationship);
}
