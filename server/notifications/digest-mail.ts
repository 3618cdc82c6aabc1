import { isCountry } from '../../contract/platform/countries.ts';
import { draftsMax } from '../../contract/chat/limits.ts';
import { shownOn } from '../../contract/members/shown-profile.ts';
import { type DigestKind, digestRules } from '../../contract/notifications/notification-rules.ts';
import { createLoginLinkPath } from '../accounts/login-links/login-links.ts';
import { findPromotion } from '../discounts/find-discount.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import { type MailCall, type MailContent, type MailTemplate, queueMails } from '../mail/queue-mail.ts';
import { type Newcomers, countNewcomers } from '../members/search/count-newcomers.ts';
import { findSpending } from '../payments/spending/get-spending.ts';
import { after, dayMs, hourMs } from '../platform/clock.ts';
import { formatIn } from '../platform/text/format.ts';
import { buildEnding, buildNotes, findShownOthers, findUnseen, buildNewsLines, toLeadPage } from './news.ts';
import {
  type ReaderRow,
  findAbout,
  findLastNews,
  findProfileGaps,
  findReader,
  findRecipient,
  listDrafted,
} from './queries.ts';
import {
  type Unseen,
  type Window,
  computePeriods,
  computeWindow,
  countNews,
  filterUnsentNews,
  findLeadKind,
  findWindowNews,
  receivesMail,
} from './rules.ts';
import { claimTurn } from './claim-turn.ts';

interface DigestCall extends Omit<MailCall, 'memberId'> {
  memberId: MemberId;
  reader: ReaderRow;
  zone: string;
  window: Window;
  /** The digest covers the time after `since`, up to `until`. */
  since: Date;
  until: Date;
}

type DigestText = Pick<MailContent, 'paragraphs' | 'notes'> & { path: string };

/** The kinds of digests. Each returns null without news. */
const texts: Record<DigestKind, (call: DigestCall) => Promise<DigestText | null>> = {
  unread_message_reminders: async (call) =>
    writeWaiting(
      call,
      (await findWaiting(call)).filter(({ kind }) => kind !== 'like'),
    ),
  weekly_updates: async (call) => writeWaiting(call, await findWaiting(call), await countFitting(call)),
  reminders: writeUndone,
  promotions: writeDiscount,
  news: writeServiceNews,
};

/** Returns the template of a digest, sent at most once per window. Members who have been online since get nothing. */
function digestMail(kind: DigestKind): MailTemplate {
  const template: MailTemplate = {
    name: kind,
    importance: 'digest',
    write: async (call) => {
      const { context, memberId, id: openedOn, say } = call;
      const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
      const off = reader?.notifications_off ?? {};
      if (memberId === null || !reader?.reachable || !receivesMail(off, kind)) return null;
      const zone = getPlaceTimeZone(reader);
      const window = computeWindow(kind, zone, Date.parse(openedOn) / dayMs);
      const { awaySince, since, until } = computePeriods(kind, window);
      if (reader.last_active_at > awaySince) return null;
      const text = await texts[kind]({ ...call, memberId, reader, zone, window, since, until });
      if (!text) return null;
      const turn = await claimTurn(call, { memberId, reader, kind });
      if (turn.is === 'later') {
        const again = { template, id: openedOn, memberIds: [memberId], runAt: turn.until };
        await context.database.transaction((tx) => queueMails(tx, context, again));
      }
      if (turn.is !== 'now') return null;
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
  return template;
}

export const digestMails: Record<DigestKind, MailTemplate> = {
  unread_message_reminders: digestMail('unread_message_reminders'),
  weekly_updates: digestMail('weekly_updates'),
  reminders: digestMail('reminders'),
  promotions: digestMail('promotions'),
  news: digestMail('news'),
};

function findWaiting({ context, memberId, reader, since, until }: DigestCall): Promise<Unseen[]> {
  return findUnseen(context, memberId, reader, { since, until });
}

/** Counts new members who fit, from when the member was last online, within the reported week. */
async function countFitting({ context, site, memberId, reader, since, until }: DigestCall): Promise<Newcomers> {
  const recipient = await context.database.first(findRecipient, { memberId });
  const search = recipient?.search ?? null;
  const joined = { since: reader.last_active_at > since ? reader.last_active_at : since, until };
  return countNewcomers(
    context.database.reader(null),
    { memberId, site, search },
    { ...joined, most: digestRules.fittingMax },
  );
}

async function writeWaiting(
  call: DigestCall,
  waiting: readonly Unseen[],
  fitting: Newcomers = { count: 0, more: false },
): Promise<DigestText | null> {
  const { say, memberId } = call;
  const news = countNews(waiting);
  const lead = findLeadKind(news);
  const { count, more } = fitting;
  const fittingLines =
    count > 0 ? [say(more ? 'mail.weekly_updates.fitting-more' : 'mail.weekly_updates.fitting', { count })] : [];
  if (lead === null) return count > 0 ? { paragraphs: fittingLines, path: '/members' } : null;
  return {
    paragraphs: [...buildNewsLines(say, news), ...fittingLines],
    path: await createLoginLinkPath(call, memberId, toLeadPage(lead)),
    notes: buildNotes(say, news),
  };
}

/** Tells what a member has left undone, without names. A draft counts while the member can see its addressee. */
async function writeUndone(call: DigestCall): Promise<DigestText | null> {
  const { context, memberId, say, site } = call;
  const gaps = await context.database.first(findProfileGaps, { memberId });
  const lacksText = gaps?.about === true && shownOn(site.settings, { isMember: true }).fields.has('about');
  const drafts = await hasDraft(call);
  if (!gaps?.photo && !lacksText && !drafts) return null;
  return {
    paragraphs: [
      ...(drafts ? [say('mail.reminders.draft')] : []),
      ...(gaps?.photo ? [say('mail.reminders.photo')] : []),
      ...(lacksText ? [say('mail.reminders.about')] : []),
    ],
    path: drafts ? '/chats' : '/profile',
  };
}

async function hasDraft({ context, memberId, site, since }: DigestCall): Promise<boolean> {
  const drafted = await context.database.all(listDrafted, { memberId, since, limit: draftsMax });
  const shown = await findShownOthers(
    context.database,
    { memberId, site },
    drafted.map(({ other_id: id }) => id),
  );
  return shown.size > 0;
}

/** Returns the text about a discount; null if it was used or ends soon, or if no order is possible now. */
async function writeDiscount(call: DigestCall): Promise<DigestText | null> {
  const { say, language, zone } = call;
  const offer = await findOwnPromotion(call);
  if (!offer) return null;
  const { discount, percentage } = offer;
  const { code, expires, minimum, currency, scope } = discount;
  const format = formatIn(language);
  const percent = format.percent(percentage * 100);
  return {
    paragraphs: [
      scope === null ? say('mail.promotions.first', { percent }) : say('mail.promotions.code', { percent, code }),
      ...(minimum > 0 && currency ? [say('mail.promotions.minimum', { amount: format.money(minimum, currency) })] : []),
      expires ? say('mail.promotions.until', { until: format.minute(expires, zone) }) : say('mail.promotions.no-end'),
    ],
    notes: [say('mail.promotions.lowest')],
    path: '/credits',
  };
}

async function findOwnPromotion({
  context,
  site,
  memberId,
  reader,
  id: openedOn,
}: DigestCall): ReturnType<typeof findPromotion> {
  const { database, clock } = context;
  const planned = await database.first(findAbout, { memberId, kind: 'promotions', openedOn });
  const recipient = await database.first(findRecipient, { memberId });
  const { country } = reader;
  if (!planned?.about || !recipient || !isCountry(country)) return null;
  const { email, paid, signup_at: signupAt } = recipient;
  const offer = await findPromotion(
    { context, site, member: { id: memberId, email, paid, signupAt } },
    planned.about,
    country,
  );
  const soon = after(clock.now(), digestRules.offerHours * hourMs);
  if (!offer || (offer.discount.expires && offer.discount.expires <= soon)) return null;
  const { left } = await findSpending(context, { id: memberId, country });
  return left !== null && left < offer.from ? null : offer;
}

/** Tells news published since the member's last news mail, and since they joined. */
async function writeServiceNews({
  context,
  memberId,
  say,
  window,
  id: openedOn,
}: DigestCall): Promise<DigestText | null> {
  const { database } = context;
  const recipient = await database.first(findRecipient, { memberId });
  const published = findWindowNews(window);
  if (!recipient || !published) return null;
  const last = await database.first(findLastNews, { memberId, openedOn });
  const items = filterUnsentNews(published.items, { lastSent: last?.about ?? null, joinedAt: recipient.signup_at });
  const [only, ...others] = items;
  if (!only) return null;
  return {
    paragraphs: items.map(({ id }) => say(`notifications.news.${id}`)),
    path: others.length === 0 ? only.path : '/notifications',
  };
}
