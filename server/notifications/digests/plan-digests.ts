import { countries } from '../../../contract/countries.ts';
import { digestKinds, mailRules } from '../../../contract/notification-rules.ts';
import { queueMany } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import { quietUntil } from '../rules.ts';
import { type Plan, candidatesOf } from './list-candidates.ts';
import { claimMailing, insertDigests, listInhabited, listResidents } from './queries.ts';
import { isPlanned, windowAt } from './rules.ts';

const pageSize = 1_000;

/**
 * Plans the e-mails of all digests that are due, page by page: a window that is open is planned whenever this runs, so
 * that a worker that was down misses nobody, and each member once. Nothing is planned during quiet hours.
 */
export async function planDigests(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const rows = await context.database.all(listInhabited, { countries: Object.keys(countries) });
  const inhabited = new Set(rows.map(({ country }) => country));
  for (const kind of digestKinds) {
    for (const [country, { timeZone: zone }] of Object.entries(countries)) {
      if (!inhabited.has(country) || quietUntil(now, { zone, mailedAt: null })) continue;
      const window = windowAt(kind, zone, now);
      if (isPlanned(window, now)) await planWindow(context, { kind, country, window, now });
    }
  }
}

async function planWindow(context: AppContext, plan: Plan): Promise<void> {
  const { kind, country, window, now } = plan;
  const openedOn = new Date(window.day * dayMs).toISOString().slice(0, 10);
  const gapSince = after(now, -mailRules.gapHours * hourMs);
  const list = await candidatesOf(context.database, plan);
  if (!list) return;
  let last: string | undefined = '00000000-0000-0000-0000-000000000000';
  do {
    const residents: { member_id: string }[] = await context.database.all(listResidents, {
      country,
      after: last,
      limit: pageSize,
    });
    const page = await list({ memberIds: residents.map(({ member_id: id }) => id), gapSince, openedOn });
    if (page.length > 0)
      await context.database.transaction(async (tx) => {
        // Who plans or mails the same members at this moment waits here, and one of us gets each.
        const memberIds = page.map(({ member_id: id }) => id);
        const claimed = new Set((await tx.all(claimMailing, { memberIds, now, gapSince })).map((row) => row.member_id));
        const chosen = page.filter(({ member_id: id }) => claimed.has(id));
        const planned = await tx.all(insertDigests, {
          memberIds: chosen.map(({ member_id: id }) => id),
          abouts: chosen.map(({ about }) => about),
          kind,
          openedOn,
          now,
        });
        await queueMany(tx, context.jobs, { kind, id: openedOn, memberIds: planned.map((row) => row.member_id) });
      });
    last = residents.length < pageSize ? undefined : residents.at(-1)?.member_id;
  } while (last !== undefined);
}
