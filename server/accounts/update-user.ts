import { refuseFields } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { setLanguage, setSearch } from './queries.ts';
import { readUser } from './read-user.ts';

/**
 * Stores the language chosen by a logged-in user, which future emails use too (specification, section 7), and the filters
 * used last, which the search opens with on every device. Throws input.invalid where neither is given.
 */
export const updateUser: Handler<'updateUser'> = async ({ language, search }, { context, member }) => {
  if (language === undefined && search === undefined) refuseFields({ language: 'field.missing' });
  await context.database.transaction(async (tx) => {
    if (language !== undefined) await tx.run(setLanguage, { memberId: member.id, language });
    if (search !== undefined) await tx.run(setSearch, { memberId: member.id, search });
  });
  return { user: await readUser(context, member.id) };
};
