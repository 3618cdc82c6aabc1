import { createHmac } from 'node:crypto';

import { type NotificationKind, notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { stopNotifications } from '../accounts/stop-notifications.ts';
import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { isSameSecret } from '../platform/hash.ts';
import { decodeId, encodeId, idBytes } from '../platform/ids.ts';

/** Turns off a token's kind of mail; never reveals whether its member exists. Idempotent. Throws link.expired. */
export const unsubscribe: Handler<'unsubscribe'> = async ({ token }, { context }) => {
  const named = readUnsubscribeToken(context.secret, token);
  must(named, 'link.expired');
  const { memberId, kind } = named;
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    if (await stopNotifications(tx, { memberId, kinds: [kind], reason: 'listunsubscribe', now }))
      tx.afterCommit(() => context.bus.publish(memberId, { type: 'profile' }));
  });
  return { ok: true };
};

const markBytes = 18;

/** Derives the token of an unsubscribe link. It can only turn its kind off, so it never expires. */
export function deriveUnsubscribeToken(secret: string, memberId: MemberId, kind: NotificationKind): string {
  const named = Buffer.concat([encodeId(memberId), Buffer.from([notificationKinds.indexOf(kind)])]);
  return Buffer.concat([named, deriveMark(secret, named)]).toString('base64url');
}

/** Returns null if the signature is wrong. */
export function readUnsubscribeToken(
  secret: string,
  token: string,
): { memberId: MemberId; kind: NotificationKind } | null {
  const bytes = Buffer.from(token, 'base64url');
  const named = bytes.subarray(0, idBytes + 1);
  const mark = bytes.subarray(idBytes + 1);
  const kind = notificationKinds[named[idBytes] ?? -1];
  if (!isSameSecret(mark, deriveMark(secret, named)) || !kind) return null;
  return { memberId: decodeId(named.subarray(0, idBytes)), kind };
}

function deriveMark(secret: string, named: Buffer): Buffer {
  return createHmac('sha256', secret).update('unsubscribe ').update(named).digest().subarray(0, markBytes);
}
