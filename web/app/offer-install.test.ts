import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { chatsQuery } from '../queries.ts';
import { offerInstall } from './offer-install.ts';

const prompt = vi.fn(async () => undefined);
const offers: (() => void)[] = [];
let queries: QueryClient;
let end: () => void;

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  queries = new QueryClient();
  end = offerInstall(queries, (ask) => offers.push(ask));
});
afterEach(() => {
  end();
  offers.length = 0;
  prompt.mockClear();
  vi.unstubAllGlobals();
});

/** As Chromium sends it; returns whether its own invitation is held back. */
function beforeInstall(): boolean {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

function talkTo(count: number): void {
  const chats = Array.from({ length: count }, (_, id) => ({ id: String(id) }));
  queries.setQueryData(chatsQuery.queryKey, { chats } as never);
}

it('the app is offered with the second conversation, and the browser asks when its member agrees', () => {
  expect(beforeInstall()).toBe(true);
  talkTo(1);
  expect(offers).toHaveLength(0);
  talkTo(2);
  expect(offers).toHaveLength(1);
  expect(prompt).not.toHaveBeenCalled();
  offers[0]?.();
  expect(prompt).toHaveBeenCalledOnce();
});

it('the app is offered once, however many conversations follow', () => {
  talkTo(2);
  expect(beforeInstall()).toBe(true);
  for (const count of [3, 4]) talkTo(count);
  expect(offers).toHaveLength(1);
});

it('the app is not offered where the browser cannot install it, nor after the logout', () => {
  talkTo(2);
  expect(offers).toHaveLength(0);
  end();
  beforeInstall();
  talkTo(3);
  expect(offers).toHaveLength(0);
});
