import { type PushKind, pushKinds } from '../../../contract/notifications/notification-rules.ts';
import { recordChoices } from '../../accounts/record-consent.ts';
import type { Handler } from '../../platform/handler.ts';
import { lockPushChoices, setPushOff } from './queries.ts';
import { readPushState } from './get-push.ts';

/** Sets the push kinds that are off, for all browsers, and tells all open pages. */
export const setPushKinds: Handler<'setPushKinds'> = async (input, call) => {
  const { context, member } = call;
  const { push_disabled: asked, push_changed: changed = [...pushKinds] } = input;
  const kinds = asked.filter((kind) => changed.includes(kind));
  await context.database.transaction(async (tx) => {
    const { push_off: before = [] } = (await tx.first(lockPushChoices, { memberId: member.id })) ?? {};
    await tx.run(setPushOff, { memberId: member.id, kinds, changed });
    const off = kinds.filter((kind) => !before.includes(kind));
    const on = changed.filter((kind) => !kinds.includes(kind) && before.includes(kind));
    await recordChoices(tx, call, { on: on.map(getSubject), off: off.map(getSubject) });
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
  });
  return readPushState(context, member);
};

const getSubject = (kind: PushKind) => `push_${kind}` as const;
