import { describe, expect, it } from 'vitest';

import { EventLog } from './event-log.ts';

describe('the event log', () => {
  it('gives the events since a position, in their order', () => {
    const log = new EventLog();
    log.add({ type: 'profile' });
    const here = log.position;
    log.add({ type: 'settings' });
    log.add({ type: 'logged-out' });
    expect(log.since(here)).toEqual([{ type: 'settings' }, { type: 'logged-out' }]);
  });

  it('forgets the oldest events but keeps counting', () => {
    const log = new EventLog();
    for (let count = 0; count < 600; count += 1) log.add({ type: 'like-gone', profile: String(count) });
    expect(log.position).toBe(600);
    expect(log.since(599)).toEqual([{ type: 'like-gone', profile: '599' }]);
    expect(log.since(0)).toHaveLength(500);
  });
});
