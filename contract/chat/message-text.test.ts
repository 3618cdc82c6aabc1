import { expect, it } from 'vitest';

import { cutPreview } from './message-text.ts';

it('previews a message by its first 120 code points', () => {
  expect(cutPreview('👍'.repeat(130))).toBe('👍'.repeat(120));
  expect(cutPreview('short')).toBe('short');
  expect(cutPreview(null)).toBeNull();
});
