import { randomUUID } from 'node:crypto';

import { canPay } from '../../../contract/credits/can-pay.ts';
import type { Message } from '../../../contract/chat/operations.ts';
import type { Foothold } from '../../../contract/chat/foothold.ts';
import type { Upload } from '../../../contract/photos/operations.ts';
import type { AppContext } from '../../context.ts';
import { loadBalance } from '../../credits/load-balance.ts';
import { showsFoothold } from '../../members/shows-foothold.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { findSendBlocker } from '../../members/visibility/rules.ts';
import { removePicture, storePicture } from '../../photos/store-picture.ts';
import { Failure, must } from '../../platform/failure.ts';
import { findTarget } from '../find-target.ts';
import { reserveConversation } from '../lock-pair.ts';
import { pricesFor } from '../rules.ts';
import { messageFor } from './deliver.ts';
import { enqueueSend, inTurn } from './send-queue.ts';
import type { SendRequest, StoredPicture } from './shapes.ts';

/**
 * Sends a message or gift at most once per key: charges, stores and counts it in one transaction, then publishes it to
 * both members' devices. Throws the refusals of `findSendBlocker`, chat.self, chat.not-found, chat.credits,
 * request.key-reused.
 */
export async function send(
  context: AppContext,
  draft: Omit<SendRequest, 'otherId' | 'picture' | 'isFootholdShown'>,
): Promise<{ message: Message; credits: number }> {
  const { memberId, target, photo } = draft;
  const otherId = await findTarget(context.database, memberId, target);
  must(otherId !== memberId, 'chat.self');
  return inTurn(context, memberId, async () => {
    const picture = photo && (await storePhoto(context, { ...draft, photo, otherId }));
    const isFootholdShown = draft.foothold !== null && (await showsNow(context, { ...draft, otherId }, draft.foothold));
    const sent = await enqueueSend(context, { ...draft, otherId, picture, isFootholdShown }).catch(
      async (error: unknown) => {
        // After any other error the commit may have happened; the message then needs its files.
        if (picture && error instanceof Failure) await discard(context, picture);
        throw error;
      },
    );
    if (picture && sent.row.photo_id !== picture.id) await discard(context, picture);
    return { message: messageFor(context, sent.row, { viewerId: memberId, otherId }), credits: sent.credits };
  });
}

/**
 * Stores a message's photo before the transaction: decoding is slow, and no lock may wait for it. Null if the member
 * cannot send now; the transaction then gives the reason, or the answer of an earlier call. Throws photo.type,
 * photo.too-large, photo.unreadable, request.busy.
 */
async function storePhoto(
  context: AppContext,
  { memberId, otherId, site, photo }: Omit<SendRequest, 'picture' | 'isFootholdShown'> & { photo: Upload },
): Promise<StoredPicture | null> {
  const relationship = await findRelationship(context.database, { viewerId: memberId, otherId, site });
  if (!relationship || findSendBlocker(relationship)) return null;
  const price = pricesFor(site.settings, relationship.fictional).photo_credits;
  if (!canPay(await loadBalance(context.database, memberId), price)) return null;
  const conversationId = await reserveConversation(context.database, memberId, otherId);
  const id = randomUUID();
  const size = await storePicture(context, { kind: 'chat', id: conversationId }, id, photo);
  return { id, conversationId, ...size };
}

/**
 * True if the sender sees the foothold on the receiver's profile. Checked before the transaction, to save it a second
 * connection; a repeated call still gets its first answer. False without a check if the sender cannot write; the
 * transaction then gives the reason.
 */
async function showsNow(
  context: AppContext,
  { memberId, otherId, site }: Pick<SendRequest, 'memberId' | 'otherId' | 'site'>,
  foothold: Foothold,
): Promise<boolean> {
  const relationship = await findRelationship(context.database, { viewerId: memberId, otherId, site });
  if (!relationship || findSendBlocker(relationship)) return false;
  return showsFoothold(
    context,
    { viewer: { id: memberId, paid: relationship.paid }, ownerId: otherId, site },
    foothold,
  );
}

function discard(context: AppContext, picture: StoredPicture): Promise<void> {
  return removePicture(context, { kind: 'chat', id: picture.conversationId }, picture.id);
}
