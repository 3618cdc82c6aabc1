import { createHmac, timingSafeEqual } from 'node:crypto';

import { type NotificationKind, notificationKinds } from '../../contract/notifications/notification-rules.ts';

const idBytes = 16;
const markBytes = 18;

/** Signs a member and a kind for an email's link. It can only turn that kind off, so it never expires. */
export function unsubscribeToken(secret: string, memberId: string, kind: NotificationKind): string {
  const named = Buffer.concat([
    Buffer.from(memberId.replaceAll('-', ''), 'hex'),
    Buffer.from([notificationKinds.indexOf(kind)]),
  ]);
  return Buffer.concat([named, markOf(secret, named)]).toString('base64url');
}

/** Returns the member and kind of a token; null if its signature is wrong. */
export function readUnsubscribeToken(
  secret: string,
  token: string,
): { memberId: string; kind: NotificationKind } | null {
  const bytes = Buffer.from(token, 'base64url');
  const named = bytes.subarray(0, idBytes + 1);
  const mark = bytes.subarray(idBytes + 1);
  const kind = notificationKinds[named[idBytes] ?? -1];
  if (mark.length !== markBytes || !timingSafeEqual(mark, markOf(secret, named)) || !kind) return null;
  const hex = named.subarray(0, idBytes).toString('hex');
  return { memberId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), kind };
}

function markOf(secret: string, named: Buffer): Buffer {
  return createHmac('sha256', secret).update('unsubscribe ').update(named).digest().subarray(0, markBytes);
}
