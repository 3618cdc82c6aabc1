import { setTimeout as pause } from 'node:timers/promises';

import type { AppContext } from '../server/context.ts';
import { recordActivity } from '../server/members/write-profile.ts';
import { minuteMs } from '../server/platform/clock.ts';
import { castMember, isOnline } from './cast.ts';
import { insertCast } from './insert-cast.ts';
import { demoMembers } from './members.data.ts';
import { listAllCast, listCast, tryLockPhotos } from './queries.ts';
import { storePhotos } from './store-photos.ts';

// Delays resizing the photos, which takes CPU time, until the first page has been served.
const photosDelayMs = 1_000;
const presenceIntervalMs = 2 * minuteMs;

/**
 * Fills the demo site once. Photos are stored in the background; a restart continues with the missing ones. Returns a
 * function that stops the work and waits for the current photo.
 */
export async function fillDemoSite(context: AppContext, say: (line: string) => void): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const fresh = await insertCast(context);
  if (fresh) say(`The demo site has ${demoMembers.length} fictional members; their photos are being stored.`);
  else if ((await context.database.all(listAllCast)).length === 0)
    say('No demo members are added: the database has members already.');
  const photos = storeInBackground(context, say, stopping.signal);
  const presence = keepOnline(context, stopping.signal);
  return async () => {
    stopping.abort();
    await Promise.all([photos, presence]);
  };
}

async function storeInBackground(context: AppContext, say: (line: string) => void, stop: AbortSignal): Promise<void> {
  try {
    await pause(photosDelayMs, undefined, { ref: false, signal: stop });
    const stored = await context.database.transaction(async (tx) => {
      const lock = await tx.first(tryLockPhotos);
      return lock?.acquired ? storePhotos(context, () => stop.aborted) : 0;
    });
    if (stored > 0 && !stop.aborted) say(`The photos of the demo members are stored (${stored}).`);
  } catch (error) {
    if (!stop.aborted) context.log.error({ err: error }, 'the photos of the demo members could not be stored');
  }
}

async function keepOnline(context: AppContext, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await updatePresence(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the presence of the demo members could not be updated'),
    );
    await pause(presenceIntervalMs, undefined, { ref: false, signal: stop }).catch(() => undefined);
  }
}

export async function updatePresence(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const { member_id: memberId, email } of await context.database.all(listCast)) {
    const member = castMember(email);
    if (member && isOnline(demoMembers.indexOf(member), now)) await recordActivity(context, memberId);
  }
}
