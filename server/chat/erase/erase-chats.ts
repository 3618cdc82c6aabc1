import type { AppContext } from '../../context.ts';
import { removePicture } from '../../photos/store-picture.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { deleteBlock, deleteBlockedBy } from '../queries.ts';
import { returnMessagesTo } from '../returns/return-unread.ts';
import {
  deleteMemberBlockers,
  deleteMemberBlocks,
  deleteChatPhotos,
  deleteConversation,
  deleteDrafts,
  deleteGiftAnswers,
  deleteIcebreakers,
  deleteIcebreakersTo,
  deleteMessages,
  deletePair,
  deleteSide,
  emptyFootholds,
  emptyMessages,
  emptyPreview,
  hasSide,
  listMemberBlockers,
  listMemberBlocks,
  listSentPhotos,
  listSides,
} from './queries.ts';

interface Side {
  memberId: string;
  conversationId: string;
  otherId: string;
}

const sidesMax = 100;

/**
 * Erases a member's messages, photos and blocks. The other member keeps the conversation with their own messages, and
 * gets back the credits of messages that were never opened. If both are erased, the whole conversation is deleted.
 */
export async function eraseChats(context: AppContext, memberId: string): Promise<void> {
  const { database } = context;
  await returnMessagesTo(context, memberId);
  for (;;) {
    const sides = await database.all(listSides, { memberId, limit: sidesMax });
    for (const { conversation_id: conversationId, other_id: otherId } of sides)
      await eraseSide(context, { memberId, conversationId, otherId });
    if (sides.length < sidesMax) break;
  }
  await eraseBlocks(database, memberId);
}

async function eraseSide(context: AppContext, side: Side): Promise<void> {
  const { database } = context;
  const { memberId, conversationId, otherId } = side;
  const isLast = (await database.first(hasSide, { memberId: otherId, conversationId })) === undefined;
  const photos = await database.all(listSentPhotos, { conversationId, senderId: isLast ? null : memberId });
  const photoIds = photos.map((row) => row.photo_id);
  // Files are removed before their rows: after an interruption, the rows lead the next run to the files that are left.
  for (const photoId of photoIds) await removePicture(context, { kind: 'chat', id: conversationId }, photoId);
  await database.transaction(async (tx) => {
    await tx.run(deleteChatPhotos, { conversationId, photoIds });
    if (isLast) await deleteWhole(tx, side);
    else {
      await tx.run(deleteGiftAnswers, { conversationId, memberId });
      await tx.run(emptyMessages, { conversationId, memberId });
      await tx.run(emptyFootholds, { conversationId, memberId });
      await tx.run(emptyPreview, { otherId, conversationId });
    }
    await tx.run(deleteSide, { memberId, conversationId });
  });
}

async function deleteWhole(tx: Transaction, { memberId, conversationId, otherId }: Side): Promise<void> {
  const [lowId, highId] = [memberId, otherId].toSorted() as [string, string];
  await tx.run(deletePair, { lowId, highId });
  await tx.run(deleteGiftAnswers, { conversationId, memberId: null });
  await tx.run(deleteMessages, { conversationId });
  await tx.run(deleteConversation, { conversationId });
}

/** A block is two rows, one with each member. */
async function eraseBlocks(database: Database, memberId: string): Promise<void> {
  const [blocked, blockers] = await Promise.all([
    database.all(listMemberBlocks, { memberId }),
    database.all(listMemberBlockers, { memberId }),
  ]);
  await database.transaction(async (tx) => {
    for (const { blocked_id: otherId } of blocked) await tx.run(deleteBlockedBy, { memberId: otherId, byId: memberId });
    for (const { by_id: otherId } of blockers) await tx.run(deleteBlock, { memberId: otherId, blockedId: memberId });
    await tx.run(deleteMemberBlocks, { memberId });
    await tx.run(deleteMemberBlockers, { memberId });
    await tx.run(deleteIcebreakers, { memberId });
    await tx.run(deleteIcebreakersTo, { memberId });
    await tx.run(deleteDrafts, { memberId });
  });
}
