import { randomBytes } from 'node:crypto';

import type { Country, Currency } from '../../contract/platform/countries.ts';
import type { AppContext } from '../context.ts';
import { type ByStaff, recordAct } from '../staff/staff.ts';
import { type CodeRow, endCode, insertCode, listCodes } from './queries.ts';

export type CodeContext = Pick<AppContext, 'clock' | 'database'> & ByStaff;

export interface NewCode {
  code: string;
  scope: string;
  percentage: number;
  minimum: number;
  currency: Currency | null;
  country: Country | null;
  memberId: MemberId | null;
  validFrom: Date;
  validUntil: Date | null;
  usesMax: number | null;
  memberUsesMax: number;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns an unguessable code: 16 letters of 5 bits each, in groups. */
export function randomCode(): string {
  const text = [...randomBytes(16)].map((byte) => letters[byte % letters.length]).join('');
  return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** Adds a code; false if the scope already has it. */
export async function addCode(context: CodeContext, { code }: { code: NewCode }): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const isAdded = (await tx.run(insertCode, { ...code, now: context.clock.now() })) > 0;
    const detail = `${code.scope} ${code.percentage} %`;
    if (isAdded) await recordAct(context, tx, { act: 'codes-add', about: code.code, detail });
    return isAdded;
  });
}

export async function listAllCodes(context: CodeContext): Promise<{ rows: CodeRow[]; now: Date }> {
  const rows = await context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'codes-list' });
    return tx.all(listCodes);
  });
  return { rows, now: context.clock.now() };
}

/** Ends a code; false if it is not active in the scope. */
export async function endCodeInScope(
  context: CodeContext,
  { code, scope }: { code: string; scope: string },
): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const isEnded = (await tx.run(endCode, { code, scope, now: context.clock.now() })) > 0;
    if (isEnded) await recordAct(context, tx, { act: 'codes-end', about: code, detail: scope });
    return isEnded;
  });
}
