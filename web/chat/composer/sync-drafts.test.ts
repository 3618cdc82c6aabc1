import { describe, expect, it } from 'vitest';

import { mergeDraft } from './sync-drafts.ts';

const at = (minute: number, text: string) => ({ text, at: new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString() });
type Kept = Parameters<typeof mergeDraft>[0];
const kept = (text: string, part: Partial<Kept> = {}): Kept => ({
  text,
  known: null,
  edited: null,
  ...part,
});
const saved = (text: string): Kept => kept(text, { known: at(1, text) });

describe('a draft from another device', () => {
  it.each([
    ['is taken by an empty box', kept(''), at(2, 'new'), null, 'new'],
    ['is taken by a box that was emptied, and saved as empty', saved(''), at(2, 'new'), '', 'new'],
    ['replaces what an earlier page had saved', saved('old'), at(2, 'new'), null, 'new'],
    ['does not replace what was typed on this page', saved('old'), at(2, 'new'), 'old', 'old'],
    ['does not replace what was typed since', saved('old'), at(2, 'new'), 'old one', 'old one'],
    ['does not replace what is not saved yet', kept('own', { edited: 5 }), at(2, 'new'), null, 'own'],
    [
      'does not fill a box that was emptied a moment ago',
      kept('', { ...saved('x'), text: '', edited: 5 }),
      at(2, 'new'),
      '',
      '',
    ],
    ['that was sent clears the same text, typed here or not', saved('old'), at(2, ''), 'old', ''],
    ['that was sent leaves what was typed since', saved('old'), at(2, ''), 'old one', 'old one'],
    ['that is older than what is known changes nothing', kept('', { known: at(3, '') }), at(2, 'older'), null, ''],
    ['that is known already changes nothing', kept('', { known: at(2, 'sent') }), at(2, 'sent'), '', ''],
  ] as const)('%s', (_, before, remote, typed, text) => {
    const after = mergeDraft(before, remote, typed);
    expect(after.text).toBe(text);
    // A second merge changes nothing.
    expect(mergeDraft(after, remote, typed === null ? null : after.text)).toEqual(after);
  });
});
