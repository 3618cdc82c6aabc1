import type { Database } from '../platform/database/database.ts';
import {
  deleteAllGiven,
  deleteAllReceived,
  deleteAllWithdrawn,
  deleteSwipeDay,
  deleteSwipes,
  listReceivers,
  listSenders,
} from './queries-erase.ts';
import { deleteGiven, deleteReceived, takeWithdrawn } from './queries.ts';

/** Erases a member's likes in both directions, including the other members' rows, and their swipes. */
export async function eraseLikes(database: Database, memberId: string): Promise<void> {
  const [receivers, senders] = await Promise.all([
    database.all(listReceivers, { memberId }),
    database.all(listSenders, { memberId }),
  ]);
  await database.transaction(async (tx) => {
    for (const { receiver_id: receiverId } of receivers) {
      await tx.run(deleteReceived, { giverId: memberId, receiverId });
      await tx.run(takeWithdrawn, { giverId: memberId, receiverId });
    }
    for (const { sender_id: giverId } of senders) await tx.run(deleteGiven, { giverId, receiverId: memberId });
    for (const all of [deleteAllGiven, deleteAllReceived, deleteAllWithdrawn, deleteSwipes, deleteSwipeDay])
      await tx.run(all, { memberId });
  });
}
