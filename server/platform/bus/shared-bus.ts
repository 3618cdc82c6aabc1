import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import type { LiveEvent } from '../../../contract/events.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { type BusNotes, openBusNotes } from './notes.ts';
import { type RedisLink, openRedisLink } from './redis.ts';
import { type Seal, createSeal } from './encrypt.ts';
import { createCatchUps } from './catch-ups.ts';
import type { Log } from '../log.ts';

export interface SharedBusParts {
  /** None: this node hears of others through the database alone, by id and a little later. */
  redisUrl: string | null;
  /** The settings of the pool's connections. */
  connection: pg.ClientConfig;
  /** Shared by all nodes; what goes through Redis is closed with it. */
  secret: string;
  log: Log;
}

// A handshake of a socket waits no longer than this for Redis; a node that does not hear catches its clients up.
const joinWithinMs = 1_000;
const prefix = 'tealight:';

/**
 * The bus between nodes. Sockets of this node hear at once, whatever else is broken. Other nodes hear through Redis, a
 * channel for each member with an open socket; while a node does not hear Redis (down, frozen, not configured), every
 * node also notes in the database who has news, and these members' clients catch up. A node that loses or regains
 * Redis catches up all its clients, spread over time. Nothing waits for any of it.
 */
export async function createSharedBus({ redisUrl, connection, secret, log }: SharedBusParts): Promise<Bus> {
  const local = createLocalBus();
  const seal = createSeal(secret);
  const catchUps = createCatchUps(local);
  const joining = new Map<string, Promise<void>>();
  let link: RedisLink | undefined;
  let notes: BusNotes | undefined;
  const isDeaf = (): boolean => !link?.up();

  const hear = (channel: string, bytes: Buffer): void => {
    const memberId = channel.slice(prefix.length);
    const { own, event } = seal.open(memberId, bytes);
    if (event) local.publish(memberId, event);
    else if (!own) catchUps.now([memberId]);
  };
  if (redisUrl !== null)
    link = await openRedisLink(redisUrl, log, {
      onMessage: hear,
      onUp: () => {
        log.info('the bus is there');
        void notes?.tell();
        catchUps.everybody();
      },
      onDown: () => {
        log.warn('the bus is lost; clients catch up from the database');
        // First the others are told, then everybody catches up: what happens in between is noted by them.
        void notes?.tell().then(() => catchUps.everybody());
      },
    });
  notes = await openBusNotes(connection, randomUUID(), log, {
    isDeaf,
    onNews: (memberIds) => catchUps.now(memberIds),
    onBack: () => catchUps.everybody(),
  });

  const send = sender(() => link, notes, seal);

  const join = (memberId: string): void => {
    const mine = link?.join(prefix + memberId).catch(() => undefined);
    if (!mine) return;
    joining.set(memberId, mine);
    void mine.then(() => joining.get(memberId) === mine && joining.delete(memberId));
  };

  return {
    ...local,
    publish: (memberId, event) => {
      local.publish(memberId, event);
      send(memberId, event);
    },
    subscribe: (memberId, listener) => {
      if (!local.hears(memberId)) join(memberId);
      const leave = local.subscribe(memberId, listener);
      return () => {
        leave();
        if (!local.hears(memberId)) link?.leave(prefix + memberId);
      };
    },
    joined: (memberId) => {
      const mine = joining.get(memberId) ?? Promise.resolve();
      return Promise.race([mine, pause(joinWithinMs, undefined, { ref: false })]);
    },
    close: async () => {
      catchUps.close();
      await Promise.all([link?.close(), notes.close()]);
      await local.close();
    },
  };
}

/** Tells the other nodes of an event: through Redis where it is there, and by a note where a node does not hear Redis. */
function sender(link: () => RedisLink | undefined, notes: BusNotes, seal: Seal) {
  return (memberId: string, event: LiveEvent): void => {
    // Who types now does not type any more when a note arrives.
    const note = (copy: boolean): void => {
      if (event.type !== 'typing') notes.add(memberId, copy);
    };
    const redis = link();
    const deaf = !redis?.up();
    if (notes.needed(deaf)) note(!deaf);
    if (!deaf) redis?.publish(prefix + memberId, seal.close(memberId, event)).catch(() => note(false));
  };
}
