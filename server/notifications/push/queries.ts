import { type RowOf, statement } from '../../platform/database/database.ts';

/** The member's row is locked before the subscriptions, even if it is new. */
export const beginPushes = statement(
  'notifications.begin-pushes',
  `insert into notices (member_id, pushes) values ($memberId, true)
   on conflict (member_id) do update set pushes = true`,
);

export const findPushChoices = statement(
  'notifications.find-push-choices',
  'select push_off from notices where member_id = $memberId',
);

export const lockPushChoices = statement(
  'notifications.lock-push-choices',
  'select push_off from notices where member_id = $memberId for update',
);

/** Turns the kinds of push in `kinds` off, and the others of `changed` on. */
export const setPushOff = statement(
  'notifications.set-push-off',
  `insert into notices (member_id, push_off) values ($memberId, $kinds)
   on conflict (member_id) do update
      set push_off = excluded.push_off || array(select unnest(notices.push_off) except select unnest($changed::text[]))`,
);

export const insertSubscription = statement(
  'notifications.insert-subscription',
  `insert into push_subscriptions (member_id, subscription_id, session_hash, endpoint, p256dh, auth, created_at)
   values ($memberId, $subscriptionId, $sessionHash, $endpoint, $p256dh, $auth, $now)`,
);

export const listSubscriptions = statement(
  'notifications.list-subscriptions',
  `select subscription_id, session_hash, endpoint, p256dh, auth from push_subscriptions
    where member_id = $memberId order by created_at, subscription_id`,
);

export const moveSubscriptions = statement(
  'notifications.move-subscriptions',
  'update push_subscriptions set session_hash = $to where member_id = $memberId and session_hash = $from',
);

export type SubscriptionRow = RowOf<typeof listSubscriptions>;

export const deleteSubscriptions = statement(
  'notifications.delete-subscriptions',
  'delete from push_subscriptions where member_id = $memberId and subscription_id = any($subscriptionIds::uuid[])',
);

export const pageSubscriptions = statement(
  'notifications.page-subscriptions',
  `select member_id, subscription_id, session_hash, endpoint from push_subscriptions
    where (member_id, subscription_id) > ($memberAfter::uuid, $subscriptionAfter::uuid)
    order by member_id, subscription_id limit $limit`,
);

export const claimEndpoint = statement(
  'notifications.claim-endpoint',
  `insert into push_endpoints (endpoint_hash, member_id, subscription_id) values ($endpointHash, $memberId, $subscriptionId)
   on conflict (endpoint_hash) do update set member_id = excluded.member_id, subscription_id = excluded.subscription_id`,
);

export const findEndpoint = statement(
  'notifications.find-endpoint',
  'select member_id, subscription_id from push_endpoints where endpoint_hash = $endpointHash',
);

export const deleteEndpoint = statement(
  'notifications.delete-endpoint',
  'delete from push_endpoints where endpoint_hash = $endpointHash and subscription_id = $subscriptionId',
);

export const listDuePushes = statement(
  'notifications.list-due-pushes',
  `select member_id, push_due_at as due_at from notices
    where push_due_at <= $now and (push_due_at, member_id) > (coalesce($dueAfter?::timestamptz, '-infinity'), coalesce($memberAfter?::uuid, '00000000-0000-0000-0000-000000000000'))
    order by push_due_at, member_id limit $limit`,
);

/** Returns nothing if another worker is handling the notice. */
export const lockDuePush = statement(
  'notifications.lock-due-push',
  'select pushed, push_off from notices where member_id = $memberId and push_due_at <= $now for update skip locked',
);

export const updatePushState = statement(
  'notifications.update-push-state',
  'update notices set push_due_at = $dueAt?, pushed = pushed || $pushed::jsonb, pushes = $pushes where member_id = $memberId',
);

export const reopenPush = statement(
  'notifications.reopen-push',
  'update notices set push_due_at = $dueAt, pushed = pushed - $kind::text where member_id = $memberId',
);

export const delayMail = statement(
  'notifications.delay-mail',
  'update notices set due_at = greatest(due_at, $dueAt) where member_id = $memberId and due_at is not null',
);
