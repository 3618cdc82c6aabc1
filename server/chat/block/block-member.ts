import type { Handler } from '../../platform/handler.ts';
import { block } from './block.ts';

/**
 * Blocks a member: deletes their conversation and likes for both, and hides each from the other (specification,
 * section 4). A concurrent message is either delivered before the block or refused after it, never charged and dropped.
 * Throws profile.not-found, like.self.
 */
export const blockMember: Handler<'blockMember'> = async ({ profile }, call) => {
  await call.context.database.transaction((tx) => block(tx, call, profile));
  return { ok: true };
};
