import type { AppContext } from '../../context.ts';
import { removePicture } from '../../photos/picture-files.ts';
import type { Database } from '../../platform/database/database.ts';
import { toPair } from '../lock-pair.ts';
import { deleteBlock, deleteBlockedBy } from '../queries.ts';
import { returnMessagesTo } from '../returns/return-unread.ts';
import {
  deleteChatPhotos,
  deleteConversation,
  deleteGiftAnswers,
  deleteIcebreakersTo,
  deleteMemberRows,
  deletePair,
  deleteSide,
  emptyQuotes,
  emptyMessages,
  emptyPreview,
  hasSide,
  listMemberBlockers,
  listMemberBlocks,
  listSentPhotos,
  listSides,
} from './queries.ts';

const sidesMax = 100;

/** Empties the member's messages. The others keep theirs, and get back the credits of those that were never opened. */
export async function eraseChats(context: AppContext, memberId: MemberId): Promise<void> {
  await returnMessagesTo(context, memberId);
  for (;;) {
    const sides = await context.database.all(listSides, { memberId, limit: sidesMax });
    for (const { conversation_id: conversationId, other_id: otherId } of sides)
      await eraseSide(context, { memberId, conversationId, otherId });
    if (sides.length < sidesMax) break;
  }
  await eraseBlocksAndDrafts(context.database, memberId);
}

async function eraseSide(
  context: AppContext,
  { memberId, conversationId, otherId }: { memberId: MemberId; conversationId: ConversationId; otherId: MemberId },
): Promise<void> {
  const { database } = context;
  const isLast = (await database.first(hasSide, { memberId: otherId, conversationId })) === undefined;
  const photos = await database.all(listSentPhotos, { conversationId, senderId: isLast ? null : memberId });
  const photoIds = photos.map((row) => row.photo_id);
  // Files are removed before their rows: after an interruption, the rows lead the next run to the files that are left.
  for (const photoId of photoIds) await removePicture(context, { kind: 'chat', id: conversationId }, photoId);
  await database.transaction(async (tx) => {
    await tx.run(deleteChatPhotos, { conversationId, photoIds });
    if (isLast) {
      const [lowId, highId] = toPair(memberId, otherId);
      await tx.run(deletePair, { lowId, highId });
      await tx.run(deleteConversation, { conversationId });
    } else {
      await tx.run(deleteGiftAnswers, { conversationId, memberId });
      await tx.run(emptyMessages, { conversationId, memberId });
      await tx.run(emptyQuotes, { conversationId, memberId });
      await tx.run(emptyPreview, { otherId, conversationId });
    }
    await tx.run(deleteSide, { memberId, conversationId });
  });
}

async function eraseBlocksAndDrafts(database: Database, memberId: MemberId): Promise<void> {
  const [blocked, blockers] = await Promise.all([
    database.all(listMemberBlocks, { memberId }),
    database.all(listMemberBlockers, { memberId }),
  ]);
  await database.transaction(async (tx) => {
    for (const { blocked_id: otherId } of blocked) await tx.run(deleteBlockedBy, { memberId: otherId, byId: memberId });
    for (const { by_id: otherId } of blockers) await tx.run(deleteBlock, { memberId: otherId, blockedId: memberId });
    await tx.run(deleteMemberRows, { memberId });
    await tx.run(deleteIcebreakersTo, { memberId });
  });
}
