import { pushRules } from '../../../contract/notifications/notification-rules.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import { isSessionAlive } from '../../accounts/sessions/sessions.ts';
import { countUnread } from '../../chat/read/count-unread.ts';
import type { AppContext } from '../../context.ts';
import { getPlaceTimeZone } from '../../geo/time-zones.ts';
import { countNewLikes } from '../../likes/count-new.ts';
import { after, minuteMs } from '../../platform/clock.ts';
import { importance } from '../../platform/jobs/importance.ts';
import type { JobPayloads, JobRun } from '../../platform/jobs/jobs.ts';
import type { PushAnswer, PushClient } from '../../platform/push/push-client.ts';
import { retryAfterSeconds } from '../../platform/push/rules.ts';
import { findUnseen } from '../find-news.ts';
import { type ReaderRow, findReader } from '../queries.ts';
import { getsPush, quietUntil } from '../rules.ts';
import { presentPush } from './present.ts';
import { type SubscriptionRow, delayMail, findPushChoices, listSubscriptions, reopenPush } from './queries.ts';
import { nextTryAt, topics, triesMax, ttlSeconds } from './rules.ts';
import { dropSubscriptions, ownsEndpoint } from './subscriptions.ts';

type Job = JobPayloads['send-push'];

/**
 * Pushes one kind to one browser. Reads the state again first: members who have logged out, were blocked, have read the
 * news or turned the kind off since the job was queued get nothing.
 */
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
  if (!push || !subscription || !reader?.reachable || !choices || !getsPush(choices.push_off, kind)) return;
  if (!(await mayPush(context, push, memberId, subscription)))
    return database.transaction((tx) => dropSubscriptions(tx, memberId, [subscription]));
  const now = clock.now();
  const later = quietUntil(now, { zone: getPlaceTimeZone(reader), mailedAt: null });
  if (later) return void (await database.transaction((tx) => tx.run(reopenPush, { memberId, kind, dueAt: later })));
  const answer = await pushNews(context, push, { job, reader, subscription });
  if (answer) await settleAnswer(context, answer, { ...job, tries }, subscription);
}

/** True if the session is alive, and the endpoint is allowed and still belongs to the subscription. */
async function mayPush(
  { database, clock }: AppContext,
  push: PushClient,
  memberId: string,
  subscription: SubscriptionRow,
): Promise<boolean> {
  if (!push.isEndpoint(subscription.endpoint)) return false;
  if (!(await isSessionAlive(database, subscription.session_hash, memberId, clock.now()))) return false;
  return ownsEndpoint(database, subscription);
}

/** Sends the unseen news of the kind; undefined if there is none. */
async function pushNews(
  context: AppContext,
  push: PushClient,
  { job, reader, subscription }: { job: Job; reader: ReaderRow; subscription: SubscriptionRow },
): Promise<PushAnswer | undefined> {
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

/**
 * Acts on the push service's answer. A subscription that the service no longer knows is deleted. A temporary failure is
 * retried by a new job, no earlier than the service asks. Any other failure is final; the email tells the news later.
 */
async function settleAnswer(
  { database, clock, jobs, log }: AppContext,
  { status, retryAfter }: PushAnswer,
  job: Job,
  subscription: SubscriptionRow,
): Promise<void> {
  const now = clock.now();
  const { member_id: memberId } = job;
  if (typeof status === 'number' && status >= 200 && status < 300) {
    const dueAt = after(now, pushRules.mailSilenceMinutes * minuteMs);
    await database.transaction((tx) => tx.run(delayMail, { memberId, dueAt }));
    return;
  }
  if (status === 404 || status === 410) {
    await database.transaction((tx) => dropSubscriptions(tx, memberId, [subscription]));
    return;
  }
  const mayHelp = status === 'nothing' || status === 429 || (typeof status === 'number' && status >= 500);
  const againAt = mayHelp ? nextTryAt(job.tries, retryAfterSeconds(retryAfter, now), now) : null;
  const facts = { event: 'push-refused', status, service: new URL(subscription.endpoint).host, given_up: !againAt };
  log[againAt ? 'info' : 'warn'](facts, 'a push was not taken');
  if (againAt)
    await database.transaction((tx) => jobs.add(tx, 'send-push', job, { runAt: againAt, priority: importance.push }));
}
