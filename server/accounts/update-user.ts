import { refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { setLanguage, setNotificationsOff, setSearch } from './queries.ts';
import { readUser } from './read-user.ts';

/**
 * Stores the language chosen by a logged-in user, which future emails use too (specification, section 7), the filters
 * used last, which the search opens with on every device, and the kinds of email that they want no longer. Throws
 * input.invalid where none is given.
 */
export const updateUser: Handler<'updateUser'> = async (input, { context, member }) => {
  const { language, search, notifications_disabled: kinds } = input;
  if (language === undefined && search === undefined && kinds === undefined)
    refuseFields({ language: 'field.missing' });
  await context.database.transaction(async (tx) => {
    if (language !== undefined) await tx.run(setLanguage, { memberId: member.id, language });
    if (search !== undefined) await tx.run(setSearch, { memberId: member.id, search });
    if (kinds !== undefined) await tx.run(setNotificationsOff, { memberId: member.id, kinds });
  });
  return { user: await readUser(context, member.id) };
};
