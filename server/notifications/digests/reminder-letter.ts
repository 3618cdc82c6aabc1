import { draftsMax } from '../../../contract/chat/limits.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { findTold } from '../find-news.ts';
import { type DigestCall, digestLetter } from './digest-letter.ts';
import { findProfileGaps, listDrafted } from './queries.ts';

/** Lists things that a member left unfinished. A draft counts while they can see its addressee; no names are given. */
export const accountReminder = digestLetter('reminders', async (call) => {
  const { context, memberId, say, site } = call;
  const gaps = await context.database.first(findProfileGaps, { memberId });
  const lacksText = gaps?.about === true && shownOn(site.settings, { isMember: true }).fields.has('about');
  const drafts = await hasDraft(call);
  if (!gaps?.photo && !lacksText && !drafts) return null;
  return {
    paragraphs: [
      ...(drafts ? [say('mail.reminders.draft')] : []),
      ...(gaps?.photo ? [say('mail.reminders.photo')] : []),
      ...(lacksText ? [say('mail.reminders.about')] : []),
    ],
    path: drafts ? '/chats' : '/profile',
  };
});

async function hasDraft({ context, memberId, site, since }: DigestCall): Promise<boolean> {
  const drafted = await context.database.all(listDrafted, { memberId, since, limit: draftsMax });
  const told = await findTold(
    context.database,
    { memberId, site },
    drafted.map(({ other_id: id }) => id),
  );
  return told.size > 0;
}
