import { pushKinds } from '../../../contract/notification-rules.ts';
import type { Handler } from '../../platform/handler.ts';
import { setPushOff } from './queries.ts';
import { readPushState } from './read-push-state.ts';

/** Sets the kinds of push that the member does not want, in every browser, and tells all open pages. */
export const setPushKinds: Handler<'setPushKinds'> = async (input, { context, member }) => {
  const { push_disabled: off, push_changed: changed = [...pushKinds] } = input;
  const kinds = off.filter((kind) => changed.includes(kind));
  await context.database.transaction(async (tx) => {
    await tx.run(setPushOff, { memberId: member.id, kinds, changed });
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
  });
  return readPushState(context, member);
};
