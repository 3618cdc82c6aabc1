import { setTimeout as wait } from 'node:timers/promises';

import { WebSocket } from 'ws';

import { getEndpoint } from '../../contract/calls.ts';
import { reconnectDelayMs, reconnectSpreadMs } from '../../contract/live/reconnect.ts';
import { readRetriesMax } from '../../contract/platform/limits.ts';
import { openConnection } from './http.ts';
import type { BenchMember } from './fill-members.ts';
import { buildSessionCookie } from './message-load.ts';

/** When a tab was reconnected and when it had caught up, as values of `performance.now()`. */
export interface Reconnect {
  openedAt: number;
  caughtUpAt: number;
  failures: number;
}

/** Open tabs that behave like our page: they reconnect with the same delays and then catch up. */
export interface SimulatedTabs {
  /** Resolves when every tab has lost its connection, reconnected and caught up. */
  allReconnected(): Promise<Reconnect[]>;
  close(): void;
}

interface Place {
  host: string;
  port: number;
}

const openingAtOnce = 200;
const fetched = (['getUser', 'listChats', 'listLikes'] as const).map((name) => getEndpoint(name).path);

/** Opens a tab for every member; resolves when all are ready. */
export async function openSimulatedTabs(place: Place, members: readonly BenchMember[]): Promise<SimulatedTabs> {
  const sockets = new Set<WebSocket>();
  let ended = false;
  const reconnects = new Map<BenchMember, Reconnect>();
  let waiting: { resolve(all: Reconnect[]): void; reject(error: unknown): void } | undefined;

  function connect(member: BenchMember, onReady: () => void, attempt = 0): void {
    const headers = { cookie: buildSessionCookie(member), origin: `http://${place.host}:${place.port}` };
    const socket = new WebSocket(`ws://${place.host}:${place.port}/api/live`, { headers, perMessageDeflate: false });
    let tries = attempt;
    sockets.add(socket);
    // A close event follows every error and leads to the next attempt.
    socket.on('error', () => undefined);
    socket.once('message', () => {
      tries = 0;
      onReady();
    });
    socket.on('close', (code, reason) => {
      sockets.delete(socket);
      if (ended) return;
      const onReady = (): void => void onReconnected(member).catch((error: unknown) => waiting?.reject(error));
      const again = (): void => connect(member, onReady, tries + 1);
      setTimeout(
        again,
        reconnectDelayMs(tries, Math.random()) + reconnectSpreadMs(code, reason.toString()) * Math.random(),
      );
    });
  }

  async function onReconnected(member: BenchMember): Promise<void> {
    const openedAt = performance.now();
    const failures = await catchUp(place, member);
    reconnects.set(member, { openedAt, caughtUpAt: performance.now(), failures });
    if (reconnects.size === members.length) waiting?.resolve([...reconnects.values()]);
  }

  const open = (member: BenchMember): Promise<void> => new Promise((resolve) => connect(member, resolve));
  for (let at = 0; at < members.length; at += openingAtOnce)
    await Promise.all(members.slice(at, at + openingAtOnce).map(open));
  return {
    allReconnected: () =>
      new Promise((resolve, reject) => {
        reconnects.clear();
        waiting = { resolve, reject };
      }),
    close: () => {
      ended = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

/** Catches up with the page's retries. Resolves with the number of failed attempts. */
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
      const { status } = await connection.get(path, buildSessionCookie(member));
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
  } finally {
    connection.close();
  }
}
