import { type Country, countryCodes } from '../../../contract/platform/countries.ts';
import { type DigestKind, digestKinds, mailRules } from '../../../contract/notifications/notification-rules.ts';
import { queueMany } from '../../accounts/queue-mail.ts';
import type { AppContext } from '../../context.ts';
import { getPlaceTimeZone, listTimeZones } from '../../geo/time-zones.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { quietUntil } from '../rules.ts';
import { type Candidate, type ListCandidates, prepareCandidateList } from './list-candidates.ts';
import { insertDigests, listInhabited, listPlaces, listResidents } from './queries.ts';
import { type Window, isPlanned, windowAt } from './rules.ts';

const pageSize = 1_000;

/**
 * Plans all digests that are due, page by page and once per member. Every open window is planned on each run, so a
 * worker that was down misses nobody. Nothing is planned during quiet hours.
 */
export async function planDigests(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const rows = await context.database.all(listInhabited, { countries: countryCodes });
  const inhabited = new Set(rows.map(({ country }) => country));
  for (const kind of digestKinds)
    for (const country of countryCodes) if (inhabited.has(country)) await planCountry(context, { kind, country, now });
}

interface Due {
  kind: DigestKind;
  window: Window;
  now: Date;
  list: ListCandidates;
}

/** Plans a kind in a country, by the windows of its time zones. Each page of members is read once. */
async function planCountry(
  context: AppContext,
  { kind, country, now }: { kind: DigestKind; country: Country; now: Date },
): Promise<void> {
  const { database } = context;
  const due = new Map<string, Due>();
  for (const zone of listTimeZones(country)) {
    const window = windowAt(kind, zone, now);
    if (quietUntil(now, { zone, mailedAt: null }) || !isPlanned(window, now)) continue;
    const list = await prepareCandidateList(database, { kind, country, window, now });
    if (list) due.set(zone, { kind, window, now, list });
  }
  let last = due.size === 0 ? undefined : '00000000-0000-0000-0000-000000000000';
  while (last !== undefined) {
    const rows = await database.all(listResidents, { country, after: last, limit: pageSize });
    const residents: string[] = rows.map((row) => row.member_id);
    for (const [zone, memberIds] of await byZone(database, country, residents)) {
      const plan = due.get(zone);
      if (plan) await planPage(context, plan, memberIds);
    }
    last = residents.length < pageSize ? undefined : residents.at(-1);
  }
}

async function byZone(
  database: Database,
  country: Country,
  memberIds: readonly string[],
): Promise<Map<string, string[]>> {
  const [zone = '', ...others] = listTimeZones(country);
  if (others.length === 0) return new Map([[zone, [...memberIds]]]);
  const zones = new Map<string, string[]>();
  for (const place of await database.all(listPlaces, { memberIds })) {
    const here = getPlaceTimeZone({ country, ...place });
    zones.set(here, [...(zones.get(here) ?? []), place.member_id]);
  }
  return zones;
}

async function planPage(
  context: AppContext,
  { kind, window, now, list }: Due,
  residents: readonly string[],
): Promise<void> {
  const openedOn = new Date(window.day * dayMs).toISOString().slice(0, 10);
  const gapSince = after(now, -mailRules.gapHours * hourMs);
  const page: Candidate[] = await list({ memberIds: residents, gapSince, openedOn });
  if (page.length === 0) return;
  await context.database.transaction(async (tx) => {
    // A concurrent run waits here for the same rows; each member is planned by one of them.
    const planned = await tx.all(insertDigests, {
      memberIds: page.map(({ member_id: id }) => id),
      abouts: page.map(({ about }) => about),
      kind,
      openedOn,
      now,
    });
    await queueMany(tx, context.jobs, { kind, id: openedOn, memberIds: planned.map((row) => row.member_id) });
  });
}
