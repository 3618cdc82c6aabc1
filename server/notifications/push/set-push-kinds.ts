import type { Handler } from '../../platform/handler.ts';
import { setPushOff } from './queries.ts';
import { readPushState } from './read-push-state.ts';

/** Sets the kinds of push that the member does not want, in every browser. */
export const setPushKinds: Handler<'setPushKinds'> = async ({ push_disabled: kinds }, { context, member }) => {
  await context.database.transaction((tx) => tx.run(setPushOff, { memberId: member.id, kinds: [...kinds] }));
  return readPushState(context, member);
};
