import type { LetterMail, LetterName } from '../../platform/jobs/jobs.ts';

type Letter = Extract<LetterName, 'mail-change' | 'mail-changed'>;

/** An email about a change of address. It goes to the new or the old address, so it has no `member_id`. */
export function changeLetter(kind: Letter, memberId: string, changeId: string): LetterMail {
  return { kind, member_id: null, id: `${memberId}/${changeId}` };
}

/** Returns the member and the change from the id of such an email. */
export function parseLetterId(id: string): { memberId: string; changeId: string } {
  const [memberId = '', changeId = ''] = id.split('/');
  return { memberId, changeId };
}
