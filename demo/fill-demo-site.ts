import { setTimeout as pause } from 'node:timers/promises';

import type { AppContext } from '../server/context.ts';
import { noteActivity } from '../server/members/note-activity.ts';
import { minuteMs } from '../server/platform/clock.ts';
import { castMember, isHere } from './cast.ts';
import { drawPhotos } from './draw-photos.ts';
import { insertCast } from './insert-cast.ts';
import { demoMembers } from './members.data.ts';
import { listCast, tryLockDrawing } from './queries.ts';

// The first visitor gets the first page before the drawing takes its share of the processor.
const drawAfterMs = 1_000;
const presentEveryMs = 2 * minuteMs;

/**
 * Fills the labelled demo site with its fictional members, once. Their pictures are drawn behind the running site and
 * appear one after the other; a restart goes on with the missing ones. `say` gets a line at the start and at the end.
 * Returns what stops it, and waits for the picture under way.
 */
export async function fillDemoSite(context: AppContext, say: (line: string) => void): Promise<() => Promise<void>> {
  const life = new AbortController();
  const fresh = await insertCast(context);
  if (fresh) say(`The demo site has ${demoMembers.length} fictional members; their pictures are being drawn.`);
  const drawing = drawInBackground(context, say, life.signal);
  const present = keepPresent(context, life.signal);
  return async () => {
    life.abort();
    await Promise.all([drawing, present]);
  };
}

async function drawInBackground(context: AppContext, say: (line: string) => void, life: AbortSignal): Promise<void> {
  try {
    await pause(drawAfterMs, undefined, { ref: false, signal: life });
    const drawn = await context.database.transaction(async (tx) => {
      const lock = await tx.first(tryLockDrawing);
      return lock?.mine ? drawPhotos(context, () => life.aborted) : 0;
    });
    if (drawn > 0 && !life.aborted) say(`The pictures of the demo members are drawn (${drawn}).`);
  } catch (error) {
    if (!life.aborted) context.log.error({ err: error }, 'the pictures of the demo members were not drawn');
  }
}

/** Keeps the third of the cast whose half hour it is online. */
async function keepPresent(context: AppContext, life: AbortSignal): Promise<void> {
  while (!life.aborted) {
    await notePresence(context).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the presence of the demo members was not noted'),
    );
    await pause(presentEveryMs, undefined, { ref: false, signal: life }).catch(() => undefined);
  }
}

/** Notes that the members of the cast who are here now are. */
export async function notePresence(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const { member_id: memberId, email } of await context.database.all(listCast)) {
    const member = castMember(email);
    if (member && isHere(demoMembers.indexOf(member), now)) await noteActivity(context, memberId);
  }
}
