import { expect, it } from 'vitest';

import { createLog } from './log.ts';

it('the log contains only lines of its level and above', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  log.debug('too little');
  log.info('read');
  log.warn('odd');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['read', 'odd']);
});
