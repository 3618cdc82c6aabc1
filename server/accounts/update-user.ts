import { type NotificationKind, notificationKinds } from '../../contract/notifications/notification-rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { countGiven } from './record-consent.ts';
import { lockKindsOff, logConsents, placeOfCall } from './consents/log-consents.ts';
import { setDiscreetMail, setLanguage, setNotificationsOff, setSearch, trustAddress } from './queries.ts';
import { readUser } from './read-user.ts';

/** Stores settings of the member (specification, section 7). Throws input.invalid without any, and request.too-many. */
export const updateUser: Handler<'updateUser'> = async (input, call) => {
  const { context, member } = call;
  const {
    language,
    search,
    notifications_disabled: off,
    notifications_changed: changed,
    discreet_mail: discreet,
    address_failed: failed,
  } = input;
  // Other tabs show these; the search filters matter only to the next search.
  const isShown = [language, off, discreet, failed].some((value) => value !== undefined);
  if (!isShown && search === undefined) refuseFields({ language: 'field.missing' });
  await context.database.transaction(async (tx) => {
    if (language !== undefined) await tx.run(setLanguage, { memberId: member.id, language });
    if (search !== undefined) await tx.run(setSearch, { memberId: member.id, search });
    if (discreet !== undefined) await tx.run(setDiscreetMail, { memberId: member.id, discreet });
    if (off !== undefined) await setKindsOff(tx, call, { off, changed: changed ?? notificationKinds });
    if (failed !== undefined) await tx.run(trustAddress, { memberId: member.id });
    if (isShown) tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
  });
  return { user: await readUser(context, member.id) };
};

interface KindsOff {
  off: readonly NotificationKind[];
  /** The kinds that `off` decides. The page may have read the others before they changed elsewhere. */
  changed: readonly NotificationKind[];
}

async function setKindsOff(tx: Transaction, call: MemberCall, { off, changed }: KindsOff): Promise<void> {
  const memberId = call.member.id;
  const before = await lockKindsOff(tx, memberId);
  const kinds = notificationKinds.filter((kind) => (changed.includes(kind) ? off : before).includes(kind));
  const given = before.filter((kind) => !kinds.includes(kind));
  const now = call.context.clock.now();
  if (given.length > 0) await countGiven(tx, memberId, now);
  await tx.run(setNotificationsOff, { memberId, kinds });
  const shared = { memberId, way: 'page', place: placeOfCall(call), now } as const;
  await logConsents(tx, { ...shared, subjects: kinds.filter((kind) => !before.includes(kind)), given: false });
  await logConsents(tx, { ...shared, subjects: given, given: true });
}
