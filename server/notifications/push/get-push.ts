import { type PushState } from '../../../contract/notifications/push.ts';
import { pushKinds } from '../../../contract/notifications/notification-rules.ts';
import { type Installation, type Verdict, good, warning } from '../../checks.ts';
import type { AppContext } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';
import type { Member } from '../../platform/session.ts';
import { findPushChoices, listSubscriptions } from './queries.ts';

/** Returns which sessions of the member get pushes, and of which kinds. */
export const getPush: Handler<'getPush'> = async (_input, { context, member }) => readPushState(context, member);

export async function readPushState(
  { database }: Pick<AppContext, 'database'>,
  { id: memberId, sessionHash }: Pick<Member, 'id' | 'sessionHash'>,
): Promise<PushState> {
  const [subscriptions, choices] = await Promise.all([
    database.all(listSubscriptions, { memberId }),
    database.first(findPushChoices, { memberId }),
  ]);
  const elsewhere = subscriptions.filter(({ session_hash: session }) => !session.equals(sessionHash)).length;
  return {
    here: subscriptions.length > elsewhere,
    elsewhere,
    push_disabled: pushKinds.filter((kind) => choices?.push_off.includes(kind)),
  };
}

/** Says whether the installation has a key for pushes. */
export async function checkPushes({ config }: Installation): Promise<readonly Verdict[]> {
  if (config.push === null) return [warning('PUSH_PRIVATE_KEY is missing: nobody gets pushes')];
  const { privateKey, subject } = config.push;
  return [
    good(privateKey === null ? 'a key is derived from SECRET' : `the key is valid, and ${subject} answers for it`),
  ];
}
