import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../../contract/events.ts';
import { createLocalBus } from './bus.ts';

const event: LiveEvent = { type: 'settings' };

describe('the bus', () => {
  it('carries an event to every listener of its member and to nobody else', () => {
    const bus = createLocalBus();
    const heard: string[] = [];
    bus.subscribe('ada', () => heard.push('first tab'));
    bus.subscribe('ada', () => heard.push('second tab'));
    bus.subscribe('bo', () => heard.push('somebody else'));
    bus.publish('ada', event);
    expect(heard).toEqual(['first tab', 'second tab']);
  });

  it('delivers in the order of publishing', () => {
    const bus = createLocalBus();
    const heard: LiveEvent[] = [];
    bus.subscribe('ada', (told) => heard.push(told));
    const told: LiveEvent[] = [event, { type: 'profile' }, { type: 'like-gone', profile: 'x' }];
    for (const each of told) bus.publish('ada', each);
    expect(heard).toEqual(told);
  });

  it('forgets a listener that left, and says whether anybody listens', () => {
    const bus = createLocalBus();
    const heard: LiveEvent[] = [];
    expect(bus.hasListeners('ada')).toBe(false);
    const [leave, stay] = [bus.subscribe('ada', (told) => heard.push(told)), bus.subscribe('ada', () => undefined)];
    expect(bus.hasListeners('ada')).toBe(true);
    leave();
    bus.publish('ada', event);
    expect(heard).toEqual([]);
    expect(bus.hasListeners('ada')).toBe(true);
    stay();
    expect(bus.hasListeners('ada')).toBe(false);
  });

  it('tells nobody after it was closed', async () => {
    const bus = createLocalBus();
    const heard: LiveEvent[] = [];
    bus.subscribe('ada', (told) => heard.push(told));
    await bus.close();
    bus.publish('ada', event);
    expect(heard).toEqual([]);
  });
});
