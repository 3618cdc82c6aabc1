import { randomUUID } from 'node:crypto';

import type { ConsentSubject, ConsentWay } from '../../../contract/consents.ts';
import type { Language } from '../../../contract/languages.ts';
import { type NotificationKind, type StopReason, notificationKinds } from '../../../contract/notification-rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Call } from '../../platform/handler.ts';
import { type Device, deviceOf, unknownDevice } from '../sessions/device-rules.ts';
import { insertConsent, lockKinds } from './queries.ts';

/** From where something was agreed to, as far as it is known. */
export type ConsentPlace = Device & { country: string | null };

export const unknownPlace: ConsentPlace = { ...unknownDevice, country: null };

export function placeOfCall({ userAgent, geoipCountry }: Pick<Call, 'userAgent' | 'geoipCountry'>): ConsentPlace {
  return { ...deviceOf(userAgent), country: geoipCountry };
}

interface Noted {
  memberId: string;
  subjects: readonly Exclude<ConsentSubject, 'begin_at_once'>[];
  given: boolean;
  way: ConsentWay;
  place: ConsentPlace;
  now: Date;
  version?: string | null;
  /** Of the text that was accepted, in its language. */
  text?: { hash: string; language: Language } | null;
}

/** Adds to the log of what a member agreed to and took back. */
export async function noteConsents(
  tx: Transaction,
  { subjects, place, version = null, text = null, ...noted }: Noted,
): Promise<void> {
  const ofText = { version, textHash: text?.hash ?? null, language: text?.language ?? null };
  for (const subject of subjects)
    await tx.run(insertConsent, { ...noted, ...place, ...ofText, subject, consentId: randomUUID() });
}

/** Which kinds of notice a member has turned off. Locks the member, so that no change of them is missed. */
export async function lockKindsOff(tx: Transaction, memberId: string): Promise<NotificationKind[]> {
  const off = ((await tx.first(lockKinds, { memberId }))?.notifications_off ?? {}) as Record<string, string>;
  return notificationKinds.filter((kind) => kind in off);
}

/** How somebody who did not use the page ended a kind; null for what no one chose. */
export function wayOf(reason: StopReason): ConsentWay | null {
  const ways = { bounce: null, fbl: 'spam', listunsubscribe: 'link' } as const;
  return ways[reason];
}
