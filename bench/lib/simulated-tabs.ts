import { setTimeout as wait } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { callOf } from '../../contract/calls.ts';
import { reconnectDelayMs, spreadMs } from '../../contract/come-back.ts';
import { readRetriesMax } from '../../contract/limits.ts';
import { openConnection } from './http.ts';
import type { BenchMember } from './fill-members.ts';
import { cookieOf } from './message-load.ts';

/** When a tab was open again, and when it had fetched what it may have missed; by `performance.now()`. */
export interface Return {
  openedAt: number;
  caughtUpAt: number;
  /** How often it had to ask again. */
  failures: number;
}

/** Open tabs that behave as our page does: what closes comes back, spread as it was told, and catches up. */
export interface Tabs {
  /** Resolves when every tab was lost, is open again, and has caught up. */
  back(): Promise<Return[]>;
  close(): void;
}

interface Place {
  host: string;
  port: number;
}

const openingAtOnce = 200;
/** What a page fetches again after a gap. */
const fetched = (['getUser', 'listChats', 'listLikes'] as const).map((name) => callOf(name).path);

/** Opens a tab of every member; resolves when each has heard that it is ready. */
export async function openTabs(place: Place, members: readonly BenchMember[]): Promise<Tabs> {
  const sockets = new Set<WebSocket>();
  let ended = false;
  const returns = new Map<BenchMember, Return>();
  let waiting: { resolve(all: Return[]): void; reject(error: unknown): void } | undefined;

  function connect(member: BenchMember, onReady: () => void, attempt = 0): void {
    const headers = { cookie: cookieOf(member), origin: `http://${place.host}:${place.port}` };
    const socket = new WebSocket(`ws://${place.host}:${place.port}/api/live`, { headers, perMessageDeflate: false });
    let tries = attempt;
    sockets.add(socket);
    // While nobody answers; the close that follows leads to the next try.
    socket.on('error', () => undefined);
    socket.once('message', () => {
      tries = 0;
      onReady();
    });
    socket.on('close', (code, reason) => {
      sockets.delete(socket);
      if (ended) return;
      const onReady = (): void => void comeBack(member).catch((error: unknown) => waiting?.reject(error));
      const again = (): void => connect(member, onReady, tries + 1);
      setTimeout(again, reconnectDelayMs(tries, Math.random()) + spreadMs(code, reason.toString()) * Math.random());
    });
  }

  async function comeBack(member: BenchMember): Promise<void> {
    const openedAt = performance.now();
    const failures = await catchUp(place, member);
    returns.set(member, { openedAt, caughtUpAt: performance.now(), failures });
    if (returns.size === members.length) waiting?.resolve([...returns.values()]);
  }

  const open = (member: BenchMember): Promise<void> => new Promise((resolve) => connect(member, resolve));
  for (let at = 0; at < members.length; at += openingAtOnce)
    await Promise.all(members.slice(at, at + openingAtOnce).map(open));
  return {
    back: () =>
      new Promise((resolve, reject) => {
        returns.clear();
        waiting = { resolve, reject };
      }),
    close: () => {
      ended = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** Resolves with the number of tries that failed; what fails is asked for again as the page does. */
async function catchUp(place: Place, member: BenchMember, failures = 0): Promise<number> {
  try {
    await fetchAll(place, member);
    return failures;
  } catch (error) {
    if (failures >= readRetriesMax) throw error;
    await wait(1_000 * 2 ** failures);
    return catchUp(place, member, failures + 1);
  }
}

async function fetchAll({ host, port }: Place, member: BenchMember): Promise<void> {
  const connection = await openConnection(host, port);
  try {
    for (const path of fetched) {
      const { status } = await connection.get(path, cookieOf(member));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  } finally {
    connection.close();
  }
}
