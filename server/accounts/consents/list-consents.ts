import { consentsListedMax } from '../../../contract/limits.ts';
import type { Handler } from '../../platform/handler.ts';
import { toConsent } from './present.ts';
import { listConsents as list } from './queries.ts';

/** What the member agreed to and took back, the latest first. */
export const listConsents: Handler<'listConsents'> = async (_input, { context, member }) => {
  const rows = await context.database.all(list, { memberId: member.id, limit: consentsListedMax });
  return { consents: rows.map(toConsent) };
};
