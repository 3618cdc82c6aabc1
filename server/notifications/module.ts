import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { digestMails } from './digest-mail.ts';
import { planDigests, purgeOldDigests } from './plan-digests.ts';
import { addPush } from './push/add-push.ts';
import { checkPushes, getPush } from './push/get-push.ts';
import { purgePushes } from './push/purge-pushes.ts';
import { removePush } from './push/remove-push.ts';
import { sendPush } from './push/send-push.ts';
import { runPushes } from './push/send-pushes.ts';
import { setPushKinds } from './push/set-push-kinds.ts';
import { noticeMail, sendNotices } from './send-notices.ts';
import { unsubscribe } from './unsubscribe.ts';

const browserKeys = 'keys that end with the session of their browser';

export const notifications = {
  public: ['pending-notices.ts', 'push/subscriptions.ts'],
  checks: { Pushes: checkPushes },
  operations: { unsubscribe, getPush, addPush, setPushKinds, removePush },
  jobs: {
    'send-notices': { run: sendNotices, schedule: '* * * * *' },
    'send-pushes': { run: runPushes, schedule: '* * * * *', payload: { again: 3 } },
    'send-push': { run: sendPush },
    'plan-digests': { run: planDigests, schedule: '23 * * * *' },
  },
  metrics: {
    pushes_total: { type: 'counter', help: 'Pushes: sent, refused, or to a gone browser', labels: ['outcome'] },
  },
  mail: [noticeMail, ...Object.values(digestMails)],
  purges: {
    digests: purgeOldDigests,
    pushes: purgePushes,
  },
  tables: {
    push_endpoints: {
      key: 'endpoint_hash',
      erasure: { rule: 'deleted', why: 'deleted with the subscription' },
      notExported: browserKeys,
    },
    notices: {
      ...withMember,
      erasure: deletedWithMember,
      export: 'account',
      columnsNotExported: {
        claimed_at: reasons.workings,
        claimed_by: reasons.workings,
        due_at: reasons.workings,
        push_due_at: reasons.workings,
        pushed: reasons.workings,
        pushes: reasons.workings,
        told_at: reasons.workings,
      },
    },
    push_subscriptions: {
      ...withMember,
      erasure: { rule: 'deleted', why: 'ends with its session, or at the latest the following night' },
      export: 'account',
      columnsNotExported: { auth: browserKeys, endpoint: browserKeys, p256dh: browserKeys, session_hash: browserKeys },
    },
    digests: {
      ...withMember,
      erasure: {
        rule: 'deleted',
        why: 'belongs only to the member; a digest about a subject that is mentioned once stays as long as the account',
        limit: { from: 'planned_at', days: 35 },
      },
      export: 'account',
      columnsNotExported: { about: reasons.workings, opened_on: reasons.workings },
    },
  },
} satisfies Module;
