import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import type { LiveEvent } from '../../../contract/events.ts';
import type { Log } from '../log.ts';
import { type Bus, createLocalBus } from './bus.ts';
import { createCatchUps } from './catch-ups.ts';
import { type EventCipher, createEventCipher } from './encrypt.ts';
import { type PgNotices, openPgNotices } from './pg-notify.ts';
import { type RedisLink, openRedisLink } from './redis.ts';

export interface SharedBusParts {
  /** Null: this node learns of other nodes' news through the database alone, by id and slightly later. */
  redisUrl: string | null;
  /** The settings of the pool's connections. */
  connection: pg.ClientConfig;
  /** Shared by all nodes; events in Redis are encrypted with it. */
  secret: string;
  log: Log;
}

// A socket handshake waits no longer than this for Redis; a node that loses Redis asks its clients to catch up.
const subscribeTimeoutMs = 1_000;
const prefix = 'tealight:';

/**
 * The bus between nodes. Sockets of this node get events directly, whatever else is down. Other nodes get them through
 * Redis, on one channel per member with an open socket. While any node is not connected to Redis (down, frozen or not
 * configured), all nodes also announce through the database which members have news, and the clients of these members
 * catch up. A node that loses or regains Redis asks all its clients to catch up, spread over time. Publishing never
 * waits for any of this.
 */
export async function createSharedBus({ redisUrl, connection, secret, log }: SharedBusParts): Promise<Bus> {
  const local = createLocalBus();
  const cipher = createEventCipher(secret);
  const catchUps = createCatchUps(local);
  const subscribing = new Map<string, Promise<void>>();
  let redis: RedisLink | undefined;
  let notices: PgNotices | undefined;

  const receive = (channel: string, bytes: Buffer): void => {
    const memberId = channel.slice(prefix.length);
    const { own, event } = cipher.decrypt(memberId, bytes);
    if (event) local.publish(memberId, event);
    else if (!own) catchUps.request([memberId]);
  };
  if (redisUrl !== null)
    redis = await openRedisLink(redisUrl, log, {
      onMessage: receive,
      onUp: () => {
        log.info('connected to Redis');
        void notices?.announce();
        catchUps.requestAll();
      },
      onDown: () => {
        log.warn('Redis is lost; clients catch up from the database');
        // Tell the other nodes first: from then on they send notices, and the catch-up covers everything before.
        void notices?.announce().then(() => catchUps.requestAll());
      },
    });
  notices = await openPgNotices(connection, randomUUID(), log, {
    isWithoutRedis: () => !redis?.up(),
    onNews: (memberIds) => catchUps.request(memberIds),
    onConnected: () => catchUps.requestAll(),
  });

  const send = createSender(() => redis, notices, cipher);

  const subscribe = (memberId: string): void => {
    const subscribed = redis?.subscribe(prefix + memberId).catch(() => undefined);
    if (!subscribed) return;
    subscribing.set(memberId, subscribed);
    void subscribed.then(() => subscribing.get(memberId) === subscribed && subscribing.delete(memberId));
  };

  return {
    ...local,
    publish: (memberId, event) => {
      local.publish(memberId, event);
      send(memberId, event);
    },
    subscribe: (memberId, listener) => {
      if (!local.hasListeners(memberId)) subscribe(memberId);
      const unsubscribe = local.subscribe(memberId, listener);
      return () => {
        unsubscribe();
        if (!local.hasListeners(memberId)) redis?.unsubscribe(prefix + memberId);
      };
    },
    whenSubscribed: (memberId) => {
      const subscribed = subscribing.get(memberId) ?? Promise.resolve();
      return Promise.race([subscribed, pause(subscribeTimeoutMs, undefined, { ref: false })]);
    },
    close: async () => {
      catchUps.close();
      await Promise.all([redis?.close(), notices.close()]);
      await local.close();
    },
  };
}

/** Sends an event to the other nodes: through Redis where possible, and as a notice while a node is without Redis. */
function createSender(getRedis: () => RedisLink | undefined, notices: PgNotices, cipher: EventCipher) {
  return (memberId: string, event: LiveEvent): void => {
    // By the time a notice arrives, the member has stopped typing.
    const addNotice = (viaRedisToo: boolean): void => {
      if (event.type !== 'typing') notices.add(memberId, viaRedisToo);
    };
    const redis = getRedis();
    const withoutRedis = !redis?.up();
    if (notices.needed(withoutRedis)) addNotice(!withoutRedis);
    if (!withoutRedis) redis?.publish(prefix + memberId, cipher.encrypt(memberId, event)).catch(() => addNotice(false));
  };
}
