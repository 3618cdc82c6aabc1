import { passkeysMax } from '../../../contract/accounts/limits.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { listMailChanges } from '../address/queries.ts';
import { doneAt } from '../address/rules.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { parseDevice } from '../sessions/device-rules.ts';
import { lockOwnAccount } from '../sessions/sessions.ts';
import { deriveChallengeSession, relyingParty, useChallenge } from './challenges.ts';
import { keepers } from './keepers.data.ts';
import { insertPasskey, listPasskeys } from './queries.ts';
import { verifyMade } from './verify.ts';
import { passkeyAddedMail } from '../account-mail.ts';

/** Adds a device's new passkey. Throws passkey.failed, passkey.too-many, and session.missing if the session ended. */
export const addPasskey: Handler<'addPasskey'> = async (input, call) => {
  const { context, member, log } = call;
  const challenge = await useChallenge(call, deriveChallengeSession(member), input.response.clientDataJSON);
  const made = challenge === null ? null : await verifyMade(input, { challenge, ...relyingParty(call) });
  must(made, 'passkey.failed');
  const { aaguid, ...key } = made;
  await context.database.transaction(async (tx) => {
    const memberId = member.id;
    await lockOwnAccount(tx, member, context.clock.now());
    must((await tx.all(listPasskeys, { memberId })).length < passkeysMax, 'passkey.too-many');
    // Later than every change of address, even by another node's clock: undoing a change removes this passkey.
    const now = doneAt(await tx.all(listMailChanges, { memberId }), context.clock.now());
    const added = await tx.run(insertPasskey, {
      memberId,
      ...key,
      keeper: keepers[aaguid] ?? '',
      ...parseDevice(call.userAgent),
      now,
    });
    must(added === 1, 'passkey.failed');
    await queueMail(tx, call, { template: passkeyAddedMail, memberId });
  });
  log.info({ event: 'passkey.added', member: member.id }, 'passkey added');
  return { ok: true };
};
