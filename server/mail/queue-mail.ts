import type { Language } from '../../contract/platform/languages.ts';
import { type Addressee, findMemberAddressee } from '../accounts/find-account.ts';
import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { importance } from '../module.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import type { Say } from '../platform/text/sentences.ts';
import type { Site } from '../platform/site.ts';
import type { Attachment } from './mailer.ts';
import { consumeMailBudget } from './outgoing-budgets.ts';

/** Declared by the module that it is about. A job names the template and ids; the rest is loaded on sending. */
export interface MailTemplate {
  /** The template's name: unique among all modules, and stored in jobs. */
  name: string;
  importance: Extract<keyof typeof importance, 'account' | 'mail' | 'terms' | 'notice' | 'digest'>;
  /**
   * For an address that may be a stranger's. `dropped`: tells about acts in the account, and would let others flood the
   * stranger. `counted`: the holder can have it repeated, so it counts against the mailbox's limit.
   */
  unconfirmed?: 'dropped' | 'counted';
  /** Finds the reader of a mail that is not to a member. */
  findAddressee?(context: AppContext, id: string): Promise<Addressee | undefined>;
  /** Returns the mail's content; null if the mail is no longer needed. */
  write(call: MailCall): Promise<MailContent | null>;
  /** Returns the token for reports about a mail that is not to a member. */
  reportToken?(context: AppContext, id: string): string;
}

export interface MailCall {
  context: AppContext;
  say: Say;
  language: Language;
  site: Site;
  memberId: MemberId | null;
  email: string;
  origin: string;
  id: string;
  run?: JobRun | undefined;
}

export interface MailJob {
  /** The name of the template. */
  kind: string;
  /** The reader; null for somebody without an account. */
  member_id: MemberId | null;
  id: string;
  origin?: string;
}

/** The content of a mail. Texts are in the reader's language, and not escaped yet. */
export interface MailContent {
  subject: string;
  title: string;
  paragraphs: readonly string[];
  facts?: readonly (readonly [name: string, value: string])[];
  button?: { text: string; path: string };
  notes?: readonly string[];
  /** Longer texts under a title. Their line breaks are kept. */
  enclosures?: readonly { title: string; lines: readonly string[] }[];
  attachments?: readonly Attachment[];
  /** Why the reader gets this mail; only if it does not concern an account. */
  reason?: string;
  /** `link` is a page that asks, `oneClick` is where mail programs post. */
  stop?: { text: string; link: string; oneClick: string };
  /** The account's address under the lock that issued a link; by default the addressee's. */
  to?: string;
  onSent?: () => Promise<void>;
}

interface QueuedMail {
  template: MailTemplate;
  /** The reader; null for somebody without an account. */
  memberId: MemberId | null;
  /** The id of the mail's subject for the template; '' if the member is the subject. */
  id?: string;
  /** Set if at most one mail of the template may wait for a member. */
  once?: true;
}

/**
 * Queues a mail. The job holds the name of the template and ids; the content is loaded on sending. `origin` is that of
 * the request, if there is one.
 */
export async function queueMail(
  tx: Transaction,
  { context, origin = '' }: { context: AppContext; origin?: string },
  { template, memberId, id = '', once }: QueuedMail,
): Promise<void> {
  if (await isUnwanted(tx, context, template, memberId)) return;
  const job = { kind: template.name, member_id: memberId, id, ...getJobOrigin(context, origin) };
  await context.jobs.add(tx, 'send-mail', job, {
    priority: importance[template.importance],
    ...(once && { key: `${template.name} ${memberId}`, once }),
  });
}

/** Queues one mail to each of many members, at `runAt` if given. `id` names the subject. */
export async function queueMails(
  tx: Transaction,
  { jobs }: Pick<AppContext, 'jobs'>,
  {
    template,
    id,
    memberIds,
    runAt,
  }: { template: MailTemplate; id: string; memberIds: readonly MemberId[]; runAt?: Date },
): Promise<void> {
  const { name: kind } = template;
  const added = memberIds.map((memberId) => {
    return { payload: { kind, member_id: memberId, id }, key: `${kind} ${id} ${memberId}` };
  });
  await jobs.addAll(tx, 'send-mail', added, { priority: importance[template.importance], ...(runAt && { runAt }) });
}

/** Returns the origin that a job keeps; none if one is configured, which is read when the mail is sent. */
export function getJobOrigin({ config }: Pick<AppContext, 'config'>, origin: string): { origin?: string } {
  return config.publicOrigin === null ? { origin } : {};
}

/** Drops mail to a possible stranger. Callers are not told, or they would learn how much a mailbox got. */
async function isUnwanted(
  tx: Transaction,
  context: AppContext,
  { unconfirmed }: MailTemplate,
  memberId: MemberId | null,
): Promise<boolean> {
  if (memberId === null || unconfirmed === undefined) return false;
  const to = await findMemberAddressee(tx, memberId);
  if (!to || to.account.confirmed) return false;
  return (
    unconfirmed === 'dropped' ||
    (await consumeMailBudget(tx, context, 'unconfirmed', { receiver: to.email })).waitMs > 0
  );
}
