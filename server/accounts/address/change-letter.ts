import type { LetterMail, LetterName } from '../../platform/jobs/jobs.ts';

type Letter = Extract<LetterName, 'mail-change' | 'mail-changed'>;

/** A letter about a change of address, which goes to the new or the old one, and not to the account's. */
export function changeLetter(kind: Letter, memberId: string, changeId: string): LetterMail {
  return { kind, member_id: null, id: `${memberId}/${changeId}` };
}

/** The member and the change that such a letter is about. */
export function changeOf(id: string): { memberId: string; changeId: string } {
  const [memberId = '', changeId = ''] = id.split('/');
  return { memberId, changeId };
}
