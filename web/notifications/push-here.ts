import type { PushState, PushSubscription as Sent } from '../../contract/notifications/push.ts';
import { keptPush } from './kept-push.ts';
import { call } from '../platform/call.ts';
import { keep, readKept } from '../chat/member-storage.ts';

/** `install`: only the installed app may show notifications (iOS). `denied`: the member has blocked ours. */
export type PushAbility = 'unsupported' | 'install' | 'denied' | 'ready';

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
 * Asks the browser for permission, and attaches the subscription to the session. Must be called on a button press,
 * and asks before anything else, because browsers reject later requests. Null if it was not allowed.
 */
export async function turnOn(member: string, publicKey: string): Promise<PushState | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  return inOrder(async () => {
    const state = await attach(publicKey);
    keep(member, keptPush, true);
    return state;
  });
}

/** Ends the pushes of this browser, on the server first, so that it does not send pushes that nobody shows. */
export async function turnOff(member: string): Promise<PushState> {
  return inOrder(async () => {
    const state = await call('addPush', { subscription: 'denied' });
    keep(member, keptPush, null);
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
    return state;
  });
}

/**
 * At page load: attaches the subscription again, because the session or the key may have changed, or the server may
 * have given it up. If the member has revoked the permission, the server is told.
 */
export async function keepPush(member: string, publicKey: string | null): Promise<void> {
  await inOrder(async () => {
    if (readKept(member, keptPush) === null || publicKey === null) return;
    if (readAbility() === 'ready' && Notification.permission === 'granted') {
      await attach(publicKey);
      return;
    }
    await call('addPush', { subscription: 'denied' });
    keep(member, keptPush, null);
  });
}

async function attach(publicKey: string): Promise<PushState> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  const isOurs = known !== null && keyOf(known) === publicKey;
  if (known && !isOurs) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = isOurs ? known : await pushManager.subscribe(options);
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const sent: Sent = { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
  return call('addPush', { subscription: sent });
}

/** The server key of a subscription, encoded as in the settings. */
function keyOf({ options }: PushSubscription): string | undefined {
  const key = options.applicationServerKey;
  if (!key) return undefined;
  const letters = String.fromCodePoint(...new Uint8Array(key));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
