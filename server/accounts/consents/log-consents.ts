import { randomUUID } from 'node:crypto';

import type { ConsentSubject, ConsentWay } from '../../../contract/accounts/consents.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import {
  type NotificationKind,
  type StopReason,
  notificationKinds,
} from '../../../contract/notifications/notification-rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Call } from '../../platform/handler.ts';
import { type Device, parseDevice, unknownDevice } from '../sessions/device-rules.ts';
import { insertConsent, lockKinds } from './queries.ts';

export type ConsentPlace = Device & { country: string | null };

export const unknownPlace: ConsentPlace = { ...unknownDevice, country: null };

export function placeOfCall({ userAgent, geoipCountry }: Pick<Call, 'userAgent' | 'geoipCountry'>): ConsentPlace {
  return { ...parseDevice(userAgent), country: geoipCountry };
}

interface ConsentChange {
  memberId: MemberId;
  subjects: readonly Exclude<ConsentSubject, 'begin_at_once'>[];
  given: boolean;
  way: ConsentWay;
  place: ConsentPlace;
  now: Date;
  version?: string | null;
  text?: { hash: string; language: Language } | null;
}

export async function logConsents(
  tx: Transaction,
  { subjects, place, version = null, text = null, ...shared }: ConsentChange,
): Promise<void> {
  const ofText = { version, textHash: text?.hash ?? null, language: text?.language ?? null };
  for (const subject of subjects)
    await tx.run(insertConsent, { ...shared, ...place, ...ofText, subject, consentId: randomUUID() });
}

/** Locks the member against concurrent changes. */
export async function lockKindsOff(tx: Transaction, memberId: MemberId): Promise<NotificationKind[]> {
  const off = (await tx.first(lockKinds, { memberId }))?.notifications_off ?? {};
  return notificationKinds.filter((kind) => kind in off);
}

/** Returns null for bounces, which nobody chose. */
export function toConsentWay(reason: StopReason): ConsentWay | null {
  const ways = { bounce: null, fbl: 'spam', listunsubscribe: 'link' } as const;
  return ways[reason];
}
