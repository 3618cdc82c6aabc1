import { isLanguage } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import type { AccountMail, JobRun, LetterMail } from '../platform/jobs/jobs.ts';
import { composeLetter } from './email.ts';
import { findAccountAt } from './find-account.ts';
import { type Addressee, type Letters, greetedName } from './letters.ts';
import { siteOrigin } from '../platform/site-origin.ts';
import { deliver } from './mail/deliver.ts';
import { findAccount } from './queries.ts';

/** Whether an email belongs to another module. */
export function isLetter(letters: Letters, payload: AccountMail | LetterMail): payload is LetterMail {
  return Object.hasOwn(letters, payload.kind);
}

/** Loads, composes and sends another module's email, unless it is no longer needed. */
export async function sendLetter(
  context: AppContext,
  letters: Letters,
  payload: LetterMail,
  run?: JobRun,
): Promise<void> {
  const { kind, member_id: memberId, id } = payload;
  const letterKind = letters[kind];
  const to = memberId === null ? await letterKind.findAddressee?.(context, id) : await findMember(context, memberId);
  if (!to) return;
  const site = await context.sites.ofMember(to.site, null);
  const { language } = to;
  const say = context.sentences.in(language);
  const origin = siteOrigin(context, site, payload.origin);
  const letter = await letterKind.write({ context, say, language, site, origin, memberId, email: to.email, id, run });
  if (!letter) return;
  // A visitor who used a form may have an account with discreet emails.
  const discreet = to.discreet ?? (await findAccountAt(context.database, site, to.email))?.discreet_mail ?? false;
  const email = composeLetter(say, letter, {
    language,
    name: greetedName(to.account),
    isMember: memberId !== null,
    discreet,
    isTest: context.config.payments.test,
    niche: site.settings.niche,
    site: site.settings.mail_name,
    origin,
    company: site.company,
  });
  const sent = {
    to: to.email,
    ...email,
    ...(letter.stop && { unsubscribe: letter.stop.oneClick }),
    ...(letter.attachments && { attachments: letter.attachments }),
  };
  const isSent = await deliver(context, sent, {
    memberId,
    owner: memberId ?? to.owner ?? null,
    run,
    token: letterKind.reportToken?.(context, id),
  });
  if (isSent) await letter.onSent?.();
}

/** Finds the member as a recipient. Banned members count, too: their purchases still concern them. */
async function findMember({ database }: AppContext, memberId: string): Promise<Addressee | undefined> {
  const account = await database.first(findAccount, { memberId });
  if (!account || account.status === 'deleted') return undefined;
  const language = isLanguage(account.language) ? account.language : 'en';
  const { email, site, discreet_mail: discreet } = account;
  return { email, account, site, language, discreet };
}
