import {
  quietDaysAfterBonus,
  timeBonusWindowSeconds,
  welcomeDiscountCode,
} from '../../../contract/discounts/limits.ts';
import { type DigestKind, digestRules } from '../../../contract/notifications/notification-rules.ts';
import { firstPurchaseSlot } from '../../discounts/find-first-purchase.ts';
import { findSeekers } from '../../members/search/count-newcomers.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { listWithNews, listWithOffer, listWithUndone, listWithUnread, listWithoutNews } from './queries.ts';
import { type Window, findWindowNews, computePeriods } from './rules.ts';

export interface Plan {
  kind: DigestKind;
  country: string;
  window: Window;
  now: Date;
}

/** A member who may need a digest, and the subject of it, for the kinds that record one. */
export interface Candidate {
  member_id: string;
  about: string | null;
}

interface Page {
  memberIds: readonly string[];
  gapSince: Date;
  openedOn: string;
}

export type ListCandidates = (page: Page) => Promise<Candidate[]>;

/** Returns a function that lists the candidates among given members; null if there can be none. */
export async function prepareCandidateList(database: Database, plan: Plan): Promise<ListCandidates | null> {
  const { kind, country, window, now } = plan;
  const { since, until, ...periods } = computePeriods(kind, window);
  const common = { kind, ...periods };
  switch (kind) {
    case 'unread_message_reminders':
      return (page) => database.all(listWithUnread, { ...common, since, until, ...page });
    case 'weekly_updates': {
      const seekers = await findSeekers(database, { country, since, until });
      return (page) => database.all(listWithNews, { ...common, since, until, seekers, ...page });
    }
    case 'reminders':
      return (page) => database.all(listWithUndone, { ...common, since, most: digestRules.remindersMax, ...page });
    case 'promotions': {
      const offers = {
        now,
        lastsUntil: after(now, digestRules.offerHours * hourMs),
        joinedUntil: after(now, -timeBonusWindowSeconds * 1_000 - quietDaysAfterBonus * dayMs),
        welcome: welcomeDiscountCode,
        slot: firstPurchaseSlot,
      };
      return (page) => database.all(listWithOffer, { ...common, ...offers, ...page });
    }
    case 'news': {
      const published = findWindowNews(window);
      if (!published) return null;
      const { newest, newestAt: publishedAt } = published;
      return (page) => database.all(listWithoutNews, { ...common, newest, publishedAt, ...page });
    }
  }
}
