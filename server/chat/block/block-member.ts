import type { Handler } from '../../platform/handler.ts';
import { block } from './block.ts';

/**
 * Blocks a member: the conversation and the likes between both are gone for both, and they can neither view nor
 * contact (specification, section 4). A message that is sent at the same moment is either delivered
 * before or refused after, never charged and dropped. Throws profile.not-found, like.self.
 */
export const blockMember: Handler<'blockMember'> = async ({ profile }, call) => {
  await call.context.database.transaction((tx) => block(tx, call, profile));
  return { ok: true };
};
