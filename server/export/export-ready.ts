import { findReader } from '../accounts/find-account.ts';
import type { LetterKind } from '../accounts/letters.ts';
import { formatIn } from '../platform/format.ts';
import { findExport } from './queries.ts';
import { deriveExportState } from './rules.ts';

/** The email that says the copy is ready. The link is on the page, behind the login. */
export const exportReady: LetterKind = {
  write: async ({ context, say, language, memberId, id }) => {
    if (memberId === null) return null;
    const row = await context.database.first(findExport, { memberId });
    const account = await findReader(context.database, memberId);
    if (row?.export_id !== id || !row.expires_at || !account || deriveExportState(row, context.clock.now()) !== 'ready')
      return null;
    const until = formatIn(language).minute(row.expires_at, account.zone);
    return {
      subject: say('export.mail.subject'),
      title: say('export.mail.title'),
      paragraphs: [say('export.mail.text', { until })],
      button: { text: say('export.mail.button'), path: '/settings#data' },
      notes: [say('export.mail.ignore')],
    };
  },
};
