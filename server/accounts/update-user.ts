import type { NotificationKind } from '../../contract/notification-rules.ts';
import type { Transaction } from '../platform/database/database.ts';
import { refuseFields } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { lockKindsOff, noteConsents, placeOfCall } from './consents/note-consents.ts';
import { setDiscreetMail, setLanguage, setNotificationsOff, setSearch } from './queries.ts';
import { readUser } from './read-user.ts';

/**
 * Stores the language chosen by a logged-in user, which future emails use too (specification, section 7), the filters
 * used last, which the search opens with on every device, the kinds of email that they want no longer, and whether emails
 * are discreet. Throws input.invalid where none is given.
 */
export const updateUser: Handler<'updateUser'> = async (input, call) => {
  const { context, member } = call;
  const { language, search, notifications_disabled: kinds, discreet_mail: discreet } = input;
  if (language === undefined && search === undefined && kinds === undefined && discreet === undefined)
    refuseFields({ language: 'field.missing' });
  await context.database.transaction(async (tx) => {
    if (language !== undefined) await tx.run(setLanguage, { memberId: member.id, language });
    if (search !== undefined) await tx.run(setSearch, { memberId: member.id, search });
    if (discreet !== undefined) await tx.run(setDiscreetMail, { memberId: member.id, discreet });
    if (kinds !== undefined) await setKindsOff(tx, call, kinds);
  });
  return { user: await readUser(context, member.id) };
};

async function setKindsOff(tx: Transaction, call: MemberCall, kinds: NotificationKind[]): Promise<void> {
  const memberId = call.member.id;
  const before = await lockKindsOff(tx, memberId);
  await tx.run(setNotificationsOff, { memberId, kinds });
  const noted = { memberId, way: 'page', place: placeOfCall(call), now: call.context.clock.now() } as const;
  const off = kinds.filter((kind) => !before.includes(kind));
  await noteConsents(tx, { ...noted, subjects: [...new Set(off)], given: false });
  await noteConsents(tx, { ...noted, subjects: before.filter((kind) => !kinds.includes(kind)), given: true });
}
