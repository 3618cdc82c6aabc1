import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';

import { outboxTag } from '../../installed-app/wake-worker.ts';
import { openOutbox } from './outbox-store.ts';
import { putInOutbox } from './outbox-view.ts';

vi.mock('../../installed-app/database.ts', () => {
  const records = new Map<string, { key: string }>();
  return {
    listRecords: async () => [...records.values()],
    putRecord: async (_store: string, record: { key: string }) => void records.set(record.key, record),
    replaceRecord: async (_store: string, record: { key: string }) => void records.set(record.key, record),
    removeRecord: async (_store: string, { key }: { key: string }) => void records.delete(key),
  };
});
afterEach(() => vi.unstubAllGlobals());

it('an unsent message asks the browser to wake the worker on a network, and so does leaving its page', async () => {
  const register = vi.fn(async () => undefined);
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync: { register } }) } });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage = (): void => undefined;
    },
  );
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network');
  });
  const close = openOutbox('she', new QueryClient());
  window.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(register).not.toHaveBeenCalled();
  const message = { key: 'k', profile: 'ana', kind: 'text', text: 'Hello', gift: null, credits: 5 } as const;
  void putInOutbox('she', { ...message, at: new Date().toISOString() });
  await vi.waitFor(() => expect(register.mock.calls).toEqual([[outboxTag]]));
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2));
  close();
});
