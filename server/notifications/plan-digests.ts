import { type Country, countryCodes } from '../../contract/platform/countries.ts';
import { quietDaysAfterBonus, timeBonusWindowSeconds, welcomeDiscountCode } from '../../contract/discounts/limits.ts';
import {
  type DigestKind,
  digestKinds,
  digestRules,
  mailRules,
} from '../../contract/notifications/notification-rules.ts';
import { dayText } from '../../contract/platform/calendar.ts';
import { lowestId } from '../../contract/platform/id.ts';
import { queueMails } from '../mail/queue-mail.ts';
import type { AppContext } from '../context.ts';
import { getPlaceTimeZone, listTimeZones } from '../geo/time-zones.ts';
import { after, dayMs, hourMs } from '../platform/clock.ts';
import type { Reader } from '../platform/database/database.ts';
import { firstPurchaseSlot } from '../discounts/find-first-purchase.ts';
import { findSeekers } from '../members/search/count-newcomers.ts';
import { digestMails } from './digest-mail.ts';
import {
  insertDigests,
  listInhabited,
  listPlaces,
  listResidents,
  listWithNews,
  listWithOffer,
  listWithUndone,
  listWithUnread,
  listWithoutNews,
  purgeDigests,
} from './queries.ts';
import { type Window, computePeriods, findWindowNews, isStillPlanned, whenToSend, windowAt } from './rules.ts';

const pageSize = 1_000;

/**
 * Plans all digests that are due, once per member. Every open window is planned on each run, so a worker that was down
 * misses nobody. Nothing is planned during quiet hours.
 */
export async function planDigests(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const rows = await context.database.reader(null).all(listInhabited, { countries: countryCodes });
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

/** Reads each page of members once, for all time zones. */
async function planCountry(
  context: AppContext,
  { kind, country, now }: { kind: DigestKind; country: Country; now: Date },
): Promise<void> {
  // The mail reads everything again, on the primary.
  const reader = context.database.reader(null);
  const due = new Map<string, Due>();
  for (const zone of listTimeZones(country)) {
    const window = windowAt(kind, zone, now);
    if (whenToSend(now, zone) || !isStillPlanned(window, now)) continue;
    const list = await prepareCandidateList(reader, { kind, country, window, now });
    if (list) due.set(zone, { kind, window, now, list });
  }
  let last: string | undefined = due.size === 0 ? undefined : lowestId;
  while (last !== undefined) {
    const rows = await reader.all(listResidents, { country, after: last, limit: pageSize });
    const residents: MemberId[] = rows.map((row) => row.member_id);
    for (const [zone, memberIds] of await groupByZone(reader, country, residents)) {
      const plan = due.get(zone);
      if (plan) await planPage(context, plan, memberIds);
    }
    last = residents.length < pageSize ? undefined : residents.at(-1);
  }
}

async function groupByZone(
  reader: Reader,
  country: Country,
  memberIds: readonly MemberId[],
): Promise<Map<string, MemberId[]>> {
  const [zone = '', ...others] = listTimeZones(country);
  if (others.length === 0) return new Map([[zone, [...memberIds]]]);
  const zones = new Map<string, MemberId[]>();
  for (const place of await reader.all(listPlaces, { memberIds })) {
    const here = getPlaceTimeZone({ country, ...place });
    zones.set(here, [...(zones.get(here) ?? []), place.member_id]);
  }
  return zones;
}

async function planPage(
  context: AppContext,
  { kind, window, now, list }: Due,
  residents: readonly MemberId[],
): Promise<void> {
  const openedOn = dayText(window.day);
  const gapSince = after(now, -mailRules.gapHours * hourMs);
  const page: Candidate[] = await list({ memberIds: residents, gapSince, openedOn });
  if (page.length === 0) return;
  await context.database.transaction(async (tx) => {
    // Concurrent runs wait here for the same rows; one of them plans each member.
    const planned = await tx.all(insertDigests, {
      memberIds: page.map(({ member_id: id }) => id),
      abouts: page.map(({ about }) => about),
      kind,
      openedOn,
      now,
    });
    const template = digestMails[kind];
    await queueMails(tx, context, { template, id: openedOn, memberIds: planned.map((row) => row.member_id) });
  });
}

interface Plan {
  kind: DigestKind;
  country: string;
  window: Window;
  now: Date;
}

/** A member who may need a digest; some kinds record its subject. */
interface Candidate {
  member_id: MemberId;
  about: string | null;
}

interface Page {
  memberIds: readonly MemberId[];
  gapSince: Date;
  openedOn: string;
}

type ListCandidates = (page: Page) => Promise<Candidate[]>;

/** Returns null if there can be no candidates. */
async function prepareCandidateList(reader: Reader, plan: Plan): Promise<ListCandidates | null> {
  const { kind, country, window, now } = plan;
  const { since, until, ...periods } = computePeriods(kind, window);
  const common = { kind, ...periods };
  switch (kind) {
    case 'unread_message_reminders':
      return (page) => reader.all(listWithUnread, { ...common, since, until, ...page });
    case 'weekly_updates': {
      const seekers = await findSeekers(reader, { country, since, until });
      return (page) => reader.all(listWithNews, { ...common, since, until, seekers, ...page });
    }
    case 'reminders':
      return (page) => reader.all(listWithUndone, { ...common, since, most: digestRules.remindersMax, ...page });
    case 'promotions': {
      const offers = {
        now,
        lastsUntil: after(now, digestRules.offerHours * hourMs),
        joinedUntil: after(now, -timeBonusWindowSeconds * 1_000 - quietDaysAfterBonus * dayMs),
        welcome: welcomeDiscountCode,
        slot: firstPurchaseSlot,
      };
      return (page) => reader.all(listWithOffer, { ...common, ...offers, ...page });
    }
    case 'news': {
      const published = findWindowNews(window);
      if (!published) return null;
      const { newest, newestAt: publishedAt } = published;
      return (page) => reader.all(listWithoutNews, { ...common, newest, publishedAt, ...page });
    }
  }
}

const keptDays = 35;

/** Deletes old rows of weekly mails and unread reminders. Runs every night. */
export async function purgeOldDigests({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  await database.transaction((tx) => tx.run(purgeDigests, { before: after(clock.now(), -keptDays * dayMs) }));
}
