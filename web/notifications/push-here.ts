import { queryOptions } from '@tanstack/react-query';

import type { PushState, PushSubscription as Sent } from '../../contract/notifications/push.ts';
import { forget, keep, keptPush, readKept } from '../platform/storage/member-storage.ts';
import { call } from '../platform/calls/call.ts';
import { keys } from '../platform/calls/queries.ts';

/** `install`: only the installed app may show notifications (iOS). `denied`: the member has blocked ours. */
export type PushAbility = 'unsupported' | 'install' | 'denied' | 'ready';

// Module state, one per page: the browser has one subscription, whichever component changes it.
let last: Promise<unknown> = Promise.resolve();

/** Runs changes one after the other: a page load must not attach the subscription after the member turns it off. */
function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const next = last.catch(() => undefined).then(change);
  last = next;
  return next;
}

export function readAbility(): PushAbility {
  const isApple =
    /iPhone|iPad|iPod/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return isApple ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/**
 * Turns notifications on; null if the member does not allow them. It must be called on a button press and asks first,
 * because browsers refuse later requests.
 */
export async function turnOn(member: MemberId, publicKey: string): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  return inOrder(async () => {
    const state = await attach(publicKey);
    keep(member, keptPush, true);
    return state;
  });
}

/** Ends the pushes of this browser, on the server first, so that it does not send pushes that nobody shows. */
export async function turnOff(member: MemberId): Promise<PushState> {
  return inOrder(async () => {
    const state = await call('addPush', { subscription: 'denied' });
    forget(member, keptPush);
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    return state;
  });
}

/** Attaches the subscription again, as session or key may have changed. Reports a revoked permission. */
export async function refreshPush(member: MemberId, publicKey: string | null): Promise<void> {
  await inOrder(async () => {
    if (readKept(member, keptPush) === null || publicKey === null) return;
    if (readAbility() === 'ready' && Notification.permission === 'granted') {
      await attach(publicKey);
      return;
    }
    await call('addPush', { subscription: 'denied' });
    forget(member, keptPush);
  });
}

async function attach(publicKey: string): Promise<PushState> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const isOurs = known !== null && encodeKey(known) === publicKey;
  if (known && !isOurs) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = isOurs ? known : await pushManager.subscribe(options);
  const { endpoint = '', keys: secrets = {} } = subscription.toJSON();
  const sent: Sent = { endpoint, keys: { p256dh: secrets['p256dh'] ?? '', auth: secrets['auth'] ?? '' } };
  return call('addPush', { subscription: sent });
}

function encodeKey({ options }: PushSubscription): string | undefined {
  const key = options.applicationServerKey;
  if (!key) return undefined;
  const letters = String.fromCodePoint(...new Uint8Array(key));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The member's browsers with pushes, and the kinds. Fetched in the browser only, which has the rest of the state. */
export const pushQuery = queryOptions({
  queryKey: keys.push,
  queryFn: ({ signal }) => call('getPush', {}, { signal }),
});
