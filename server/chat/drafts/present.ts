import type { Draft } from '../../../contract/chat/drafts.ts';
import type { RowOf } from '../../platform/database/database.ts';
import type { findDraft } from './queries.ts';

export function presentDraft(row: RowOf<typeof findDraft> | undefined): Draft | null {
  return row ? { text: row.text, at: row.written_at.toISOString() } : null;
}
