import { showBadge } from './app-badge.ts';
import { keepRecordsOf } from './database.ts';
import { keptPush } from '../kept-push.ts';
import { keepPhotosOf } from './photo-cache.ts';
import { dropShared, keepSharedOf } from './shared.ts';

/**
 * Removes what database and caches hold of any other member; of everybody when nobody is logged in. Without a note of the
 * member that this browser shows their pushes, its subscription is nobody's any more, and what it showed goes with it.
 * Without a member, so does the number on the icon.
 */
export async function forgetOthers(member: string | null, hasLeft: boolean): Promise<void> {
  await Promise.all([
    // A page that is not hydrated counts nothing.
    member === null && showBadge(0),
    'serviceWorker' in navigator && endPushesOfOthers(),
    'indexedDB' in window && keepRecordsOf(member),
    // Only where the site is served securely.
    'caches' in window && keepPhotosOf(member),
    'caches' in window && (hasLeft ? dropShared() : keepSharedOf(member)),
  ]);
}

/** The notes of other members are gone by now (`web/chat/member-storage.ts`). */
async function endPushesOfOthers(): Promise<void> {
  try {
    if (Object.keys(localStorage).some((key) => key.endsWith(`.${keptPush}`))) return;
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
  } catch {
    // Refused by the browser, or no connection: the server has ended it with the session.
  }
}
