import type { Handler } from '../platform/handler.ts';
import { setLanguage } from './queries.ts';
import { readUser } from './read-user.ts';

/** Stores the language chosen by a logged-in user, which future emails use too (specification, section 7). */
export const updateUser: Handler<'updateUser'> = async ({ language }, { context, member }) => {
  await context.database.transaction((tx) => tx.run(setLanguage, { memberId: member.id, language }));
  return { user: await readUser(context, member.id) };
};
