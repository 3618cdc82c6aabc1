import { quietDaysAfterBonus, timeBonusWindowSeconds, welcomeDiscountCode } from '../../../contract/limits.ts';
import { type DigestKind, digestRules } from '../../../contract/notification-rules.ts';
import { firstPurchaseSlot } from '../../discounts/find-first-purchase.ts';
import { findSeekers } from '../../members/search/count-newcomers.ts';
import { after, dayMs, hourMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { listWithNews, listWithOffer, listWithUndone, listWithUnread, listWithoutNews } from './queries.ts';
import { type Window, itemsOf, periodsOf } from './rules.ts';

/** Where and when a kind is planned. */
export interface Plan {
  kind: DigestKind;
  country: string;
  window: Window;
  now: Date;
}

/** A member to whom a digest may have something to say, and what it tells of where that counts. */
export interface Candidate {
  member_id: string;
  about: string | null;
}

/** Some members, and what none of them may have had yet. */
interface Page {
  memberIds: readonly string[];
  gapSince: Date;
  openedOn: string;
}

export type ListCandidates = (page: Page) => Promise<Candidate[]>;

/** How the candidates among some members are listed; null if nobody can be one. */
export async function candidatesOf(database: Database, plan: Plan): Promise<ListCandidates | null> {
  const { kind, country, window, now } = plan;
  const { since, until, ...periods } = periodsOf(kind, window);
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
      const published = itemsOf(window);
      if (!published) return null;
      const { newest, newestAt: publishedAt } = published;
      return (page) => database.all(listWithoutNews, { ...common, newest, publishedAt, ...page });
    }
  }
}
