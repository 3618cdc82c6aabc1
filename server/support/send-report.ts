import { hash } from 'node:crypto';

import type { Input } from '../../contract/index.ts';
import { queueLetter } from '../accounts/queue-mail.ts';
import { block } from '../chat/block/block.ts';
import { lockWallets } from '../credits/wallets.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { once } from '../platform/idempotency.ts';
import { type Frozen, freezeEvidence } from './freeze-evidence.ts';
import { deriveComplaintNumber, deriveComplaintToken } from './numbers.ts';
import { insertComplaint, insertEvidence, keepPicture } from './queries.ts';
import { cleanText } from './rules.ts';

/**
 * Stores a report with a copy of its subject and, if requested, blocks the member, in one transaction. The reported
 * member learns nothing beyond what any block shows. Sending it again under its key gives the same answer, although
 * the block hides the subject. Throws the errors of `freezeEvidence`, and request.key-reused.
 */
export const sendReport: Handler<'sendReport'> = async ({ idempotency_key: key, ...input }, call) => {
  const { context, member } = call;
  const memberId = member.id;
  const now = context.clock.now();
  // Reads files, so it runs before any lock. A repeated call may find nothing, and answers like the first.
  const [seen] = await Promise.allSettled([freezeEvidence(context.database, call, input)]);
  const { number } = await context.database.transaction(async (tx) => {
    // Two calls with one key wait for each other.
    await lockWallets(tx, [memberId]);
    return once(tx, { memberId, key, operation: 'sendReport', body: input, now }, () => {
      if (seen.status === 'rejected') throw seen.reason;
      return take(tx, call, { input, key, seen: seen.value });
    });
  });
  return { number, token: deriveComplaintToken(context, number), blocked: input.block, mailed: member.confirmed };
};

async function take(
  tx: Transaction,
  call: MemberCall,
  { key, input, seen }: { key: string; input: Omit<Input<'sendReport'>, 'idempotency_key'>; seen: Frozen },
): Promise<{ number: string }> {
  const { context, member, site, language, origin } = call;
  const number = deriveComplaintNumber(context, `${member.id} ${key}`);
  const now = context.clock.now();
  const { aboutId, evidence } = seen;
  const report = { kind: 'report', reason: input.reason, reporterId: member.id, aboutId } as const;
  const said = {
    name: '',
    email: '',
    mailbox: null,
    receipt: member.confirmed,
    text: cleanText(input.text ?? ''),
    url: '',
    contests: null,
  };
  await tx.run(insertComplaint, { number, ...report, site: site.key, language, ...said, now });
  for (const [position, { kind, content, picture }] of evidence.entries()) {
    const pictureHash = picture && hash('sha256', picture, 'hex');
    if (picture && pictureHash) await tx.run(keepPicture, { pictureHash, picture });
    await tx.run(insertEvidence, { number, position, kind, content, pictureHash });
  }
  if (input.block) await block(tx, call, aboutId);
  await queueLetter(tx, { context, origin }, { kind: 'complaint-received', member_id: member.id, id: number });
  return { number };
}
