import type { DigestKind } from '../../../contract/notifications/notification-rules.ts';
import type { Letter, LetterCall, LetterKind } from '../../accounts/letters.ts';
import { queueMany } from '../../accounts/queue-mail.ts';
import { getPlaceTimeZone } from '../../geo/time-zones.ts';
import { dayMs } from '../../platform/clock.ts';
import { buildEnding } from '../letter-parts.ts';
import { type ReaderRow, findReader } from '../queries.ts';
import { gets, quietUntil } from '../rules.ts';
import { takeTurn } from '../take-turn.ts';
import { type Window, computePeriods, computeWindow } from './rules.ts';

/** A digest that is about to be sent. */
export interface DigestCall extends Omit<LetterCall, 'memberId'> {
  memberId: string;
  reader: ReaderRow;
  zone: string;
  window: Window;
  /** The digest covers the time after `since`, up to `until`. */
  since: Date;
  until: Date;
}

export type DigestText = Pick<Letter, 'paragraphs' | 'notes'> & {
  /** The page that the email's button opens. */
  path: string;
};

/**
 * Builds a digest, which a member who has been away for days gets at most once per window. `write` reads the state
 * when it is sent and returns null without news; members who have been online since get nothing.
 */
export function digestLetter(kind: DigestKind, write: (call: DigestCall) => Promise<DigestText | null>): LetterKind {
  return {
    write: async (call) => {
      const { context, memberId, id: openedOn, say } = call;
      const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
      const off = (reader?.notifications_off ?? {}) as Record<string, unknown>;
      if (memberId === null || !reader?.reachable || !gets(off, kind)) return null;
      const zone = getPlaceTimeZone(reader);
      const now = context.clock.now();
      const putOff = async (runAt: Date): Promise<null> => {
        const again = { kind, id: openedOn, memberIds: [memberId], runAt };
        await context.database.transaction((tx) => queueMany(tx, context.jobs, again));
        return null;
      };
      const later = quietUntil(now, { zone, mailedAt: null });
      // The mail server may have come back during quiet hours.
      if (later) return putOff(later);
      const window = computeWindow(kind, zone, Date.parse(openedOn) / dayMs);
      const { awaySince, since, until } = computePeriods(kind, window);
      if (reader.last_active_at > awaySince) return null;
      const text = await write({ ...call, memberId, reader, zone, window, since, until });
      if (!text) return null;
      const turn = await takeTurn(call, { memberId, now, zone, kind });
      if (turn.is === 'over') return null;
      if (turn.is === 'later') return putOff(turn.until);
      const { path, ...parts } = text;
      return {
        subject: say(`mail.${kind}.subject`),
        title: say(`mail.${kind}.title`),
        ...parts,
        button: { text: say('mail.notice.button'), path },
        ...buildEnding(call, memberId, kind),
        onSent: turn.onSent,
      };
    },
  };
}
