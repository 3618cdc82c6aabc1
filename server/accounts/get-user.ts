import type { Handler } from '../platform/handler.ts';
import { readUser } from './read-user.ts';

/** Returns the logged-in user (specification, section 7). */
export const getUser: Handler<'getUser'> = async (_input, { context, member }) => ({
  user: await readUser(context, member.id),
});
