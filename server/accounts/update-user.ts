import type { Handler } from '../platform/handler.ts';
import { setLanguage } from './queries.ts';
import { readUser } from './read-user.ts';

/** Stores the language that a logged-in user chose; mails come in it from now on (specification, section 7). */
export const updateUser: Handler<'updateUser'> = async ({ language }, { context, member }) => {
  await context.database.transaction((tx) => tx.run(setLanguage, [member.id, language]));
  return { user: await readUser(context, member.id) };
};
