import { type PushKind, pushRules } from '../../../contract/notifications/notification-rules.ts';
import type { PushMessage } from '../../../contract/notifications/push.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import { isSessionAlive } from '../../accounts/sessions/sessions.ts';
import { countUnread } from '../../chat/read/activity.ts';
import type { AppContext } from '../../context.ts';
import { getPlaceTimeZone } from '../../geo/time-zones.ts';
import { countNewLikes } from '../../likes/new-likes.ts';
import { after, minuteMs } from '../../platform/clock.ts';
import { importance } from '../../module.ts';
import type { JobRun } from '../../platform/jobs/jobs.ts';
import type { PushResponse, PushClient } from '../../platform/push/push-client.ts';
import { retryAfterSeconds } from '../../platform/push/rules.ts';
import type { Say } from '../../platform/text/sentences.ts';
import { buildFictionalLines, findUnseen, buildNewsLines } from '../news.ts';
import { type ReaderRow, findReader } from '../queries.ts';
import { type Unseen, countNews, receivesPush, whenToSend } from '../rules.ts';
import { type SubscriptionRow, delayMail, findPushChoices, listSubscriptions, reopenPush } from './queries.ts';
import { nextTryAt, topics, triesMax, ttlSeconds } from './rules.ts';
import { dropSubscriptions, ownsEndpoint } from './subscriptions.ts';

/** `tries` counts the earlier attempts. */
type Job = { member_id: MemberId; subscription_id: string; kind: PushKind; tries: number };

/** Reads the state again first: members who logged out, were blocked, or have read the news meanwhile get nothing. */
export async function sendPush(context: AppContext, job: Job, run?: JobRun): Promise<void> {
  const { database, clock, push } = context;
  const { member_id: memberId, subscription_id: id, kind } = job;
  // Includes the attempts of a worker that died.
  const tries = job.tries + (run?.job.attempts ?? 1);
  if (tries > triesMax) return;
  const all = await database.all(listSubscriptions, { memberId });
  const subscription = all.find((one) => one.subscription_id === id);
  const reader = await database.first(findReader, { memberId });
  const choices = await database.first(findPushChoices, { memberId });
  if (!push || !subscription || !reader?.reachable || !choices || !receivesPush(choices.push_off, kind)) return;
  if (!(await mayPush(context, push, memberId, subscription)))
    return database.transaction((tx) => dropSubscriptions(tx, memberId, [subscription]));
  const now = clock.now();
  const later = whenToSend(now, getPlaceTimeZone(reader));
  if (later) return void (await database.transaction((tx) => tx.run(reopenPush, { memberId, kind, dueAt: later })));
  const response = await pushNews(context, push, { job, reader, subscription });
  if (response) await handlePushResponse(context, response, { ...job, tries }, subscription);
}

async function mayPush(
  { database, clock }: AppContext,
  push: PushClient,
  memberId: MemberId,
  subscription: SubscriptionRow,
): Promise<boolean> {
  if (!push.isEndpoint(subscription.endpoint)) return false;
  if (!(await isSessionAlive(database, subscription.session_hash, memberId, clock.now()))) return false;
  return ownsEndpoint(database, subscription);
}

async function pushNews(
  context: AppContext,
  push: PushClient,
  { job, reader, subscription }: { job: Job; reader: ReaderRow; subscription: SubscriptionRow },
): Promise<PushResponse | undefined> {
  const { member_id: memberId, kind } = job;
  const unseen = (await findUnseen(context, memberId, reader)).filter((one) => one.kind === kind);
  if (unseen.length === 0) return undefined;
  const [messages, likes, site] = await Promise.all([
    countUnread(context, memberId),
    countNewLikes(context, memberId),
    context.sites.ofMember(reader.site, null),
  ]);
  const say = context.sentences.in(isLanguage(reader.language) ? reader.language : 'en');
  const payload = presentPush(say, {
    kind,
    unseen,
    badge: messages + likes,
    title: site.settings.mail_name,
    member: memberId,
  });
  return push.send(subscription, {
    payload,
    ttlSeconds: ttlSeconds(getPlaceTimeZone(reader), context.clock.now()),
    topic: topics[kind],
  });
}

interface PushedNews {
  kind: PushKind;
  unseen: readonly Unseen[];
  badge: number;
  title: string;
  member: MemberId;
}

/** Presents a push: counts without names, texts or photos. It links to the conversation if there is only one. */
function presentPush(say: Say, { kind, unseen, badge, title, member }: PushedNews): PushMessage {
  const news = countNews(unseen);
  const lines = [...buildNewsLines(say, news), ...buildFictionalLines(say, news)];
  const [only, ...others] = unseen;
  const conversation = others.length === 0 ? only?.conversation : null;
  const list = kind === 'like' ? '/likes' : '/chats';
  const path = conversation ? `/chats/${conversation}` : list;
  const done = say('notifications.push.stopped', { kind: say(`notifications.kind.${kind}`) });
  const stop = { label: say('notifications.push.stop'), done, member };
  return { title, body: lines.join('\n'), kind, path, badge, stop };
}

/**
 * Deletes a subscription that the service no longer knows. A temporary failure is retried by a new job, no earlier than
 * the service asks. Any other failure is final; the mail tells the news later.
 */
async function handlePushResponse(
  { database, clock, jobs, log, metrics }: AppContext,
  { status, retryAfter }: PushResponse,
  job: Job,
  subscription: SubscriptionRow,
): Promise<void> {
  const now = clock.now();
  const { member_id: memberId } = job;
  const isSent = typeof status === 'number' && status >= 200 && status < 300;
  const isGone = status === 404 || status === 410;
  metrics.count('pushes_total', { outcome: isSent ? 'sent' : isGone ? 'gone' : 'refused' });
  if (isSent) {
    const dueAt = after(now, pushRules.mailSilenceMinutes * minuteMs);
    await database.transaction((tx) => tx.run(delayMail, { memberId, dueAt }));
    return;
  }
  if (isGone) {
    await database.transaction((tx) => dropSubscriptions(tx, memberId, [subscription]));
    return;
  }
  const mayHelp = status === 'nothing' || status === 429 || (typeof status === 'number' && status >= 500);
  const againAt = mayHelp ? nextTryAt(job.tries, retryAfterSeconds(retryAfter, now), now) : null;
  const facts = { event: 'push-refused', status, service: new URL(subscription.endpoint).host, given_up: !againAt };
  log[againAt ? 'info' : 'warn'](facts, 'a push was refused');
  if (againAt)
    await database.transaction((tx) => jobs.add(tx, 'send-push', job, { runAt: againAt, priority: importance.push }));
}
