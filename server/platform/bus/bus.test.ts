import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import type { LiveEvent } from '../../../contract/events.ts';
import { createLocalBus } from './bus.ts';

const ada = toId<MemberId>('ada');
const event: LiveEvent = { type: 'settings' };

describe('the bus', () => {
  it('delivers an event to every listener of its member and to no other', () => {
    const bus = createLocalBus();
    const received: string[] = [];
    bus.subscribe(ada, () => received.push('first tab'));
    bus.subscribe(ada, () => received.push('second tab'));
    bus.subscribe(toId('bo'), () => received.push('somebody else'));
    bus.publish(ada, event);
    expect(received).toEqual(['first tab', 'second tab']);
  });

  it('delivers in the order of publishing', () => {
    const bus = createLocalBus();
    const received: LiveEvent[] = [];
    bus.subscribe(ada, (published) => received.push(published));
    const published: LiveEvent[] = [event, { type: 'profile' }, { type: 'like-gone', profile: toId('x') }];
    for (const each of published) bus.publish(ada, each);
    expect(received).toEqual(published);
  });

  it('removes listeners, and knows whether a member has any', () => {
    const bus = createLocalBus();
    const received: LiveEvent[] = [];
    expect(bus.hasListeners(ada)).toBe(false);
    const [leave, stay] = [
      bus.subscribe(ada, (published) => received.push(published)),
      bus.subscribe(ada, () => undefined),
    ];
    expect(bus.hasListeners(ada)).toBe(true);
    leave();
    bus.publish(ada, event);
    expect(received).toEqual([]);
    expect(bus.hasListeners(ada)).toBe(true);
    stay();
    expect(bus.hasListeners(ada)).toBe(false);
  });

  it('delivers nothing after it is closed', async () => {
    const bus = createLocalBus();
    const received: LiveEvent[] = [];
    bus.subscribe(ada, (published) => received.push(published));
    await bus.close();
    bus.publish(ada, event);
    expect(received).toEqual([]);
  });
});
