import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import type { LiveEvent } from '../../../contract/events.ts';
import { toId } from '../../../contract/platform/id.ts';
import type { Log } from '../monitoring/log.ts';
import { type Bus, type LocalBus, createLocalBus } from './bus.ts';
import { type EventCipher, createEventCipher } from './encrypt.ts';
import { type PgBus, openPgBus } from './pg-notify.ts';
import { type RedisLink, openRedisLink } from './redis.ts';

export interface SharedBusParts {
  /** Null: this node learns of other nodes' news through the database alone, by id and slightly later. */
  redisUrl: string | null;
  connection: pg.ClientConfig;
  /** The secret of all nodes, with which events in Redis are encrypted. */
  secret: string;
  log: Log;
}

// A socket handshake waits no longer than this for Redis; a node that loses Redis asks its clients to catch up.
const subscribeTimeoutMs = 1_000;
const prefix = 'tealight:';
// No member has this id.
const changesChannel = `${prefix}changes`;

/**
 * Creates the bus between nodes. Sockets of this node get events directly, whatever else is down; other nodes get them
 * through Redis, on one channel per member with an open socket. While any node is without Redis, all also announce
 * through the database which members have news, and their clients catch up. A node that loses or regains Redis asks all
 * its clients to catch up, spread over time. Publishing never waits.
 */
export async function createSharedBus({ redisUrl, connection, secret, log }: SharedBusParts): Promise<Bus> {
  const local = createLocalBus();
  const cipher = createEventCipher(secret);
  const catchUps = createCatchUps(local);
  const subscribing = new Map<MemberId, Promise<void>>();
  let redis: RedisLink | undefined;
  let pgBus: PgBus | undefined;

  const receive = createReceiver(local, catchUps, cipher);
  if (redisUrl !== null)
    redis = await openRedisLink(redisUrl, log, {
      onMessage: receive,
      onUp: () => {
        log.info('connected to Redis');
        void pgBus?.announce();
        catchUps.requestAll();
      },
      onDown: () => {
        log.warn('Redis is lost; clients catch up from the database');
        // Tell the other nodes first: from then on they send notifications, and the catch-up covers everything before.
        void pgBus?.announce().then(() => catchUps.requestAll());
      },
    });
  pgBus = await openPgBus(connection, randomUUID(), log, {
    isWithoutRedis: () => !redis?.up(),
    onNews: (memberIds) => catchUps.request(memberIds),
    onChanges: (memberIds) => {
      for (const memberId of memberIds) local.emitChange(memberId);
    },
    onConnected: () => catchUps.requestAll(),
  });

  const sender = createSender(() => redis, pgBus, cipher);

  const subscribe = (memberId: MemberId): void => {
    const subscribed = redis?.subscribe(prefix + memberId).catch(() => undefined);
    if (!subscribed) return;
    subscribing.set(memberId, subscribed);
    void subscribed.then(() => subscribing.get(memberId) === subscribed && subscribing.delete(memberId));
  };

  return {
    ...local,
    publish: (memberId, event) => {
      local.publish(memberId, event);
      sender.send(memberId, event);
    },
    subscribe: (memberId, listener) => {
      if (!local.hasListeners(memberId)) subscribe(memberId);
      const unsubscribe = local.subscribe(memberId, listener);
      return () => {
        unsubscribe();
        if (!local.hasListeners(memberId)) redis?.unsubscribe(prefix + memberId);
      };
    },
    announceChange: (memberId) => {
      local.emitChange(memberId);
      sender.sendChange(memberId);
    },
    onChange: (listener) => {
      local.onChange(listener);
      redis?.subscribe(changesChannel).catch(() => undefined);
    },
    ways: () => ({ database: pgBus.up(), ...(redis && { redis: redis.up() }) }),
    whenSubscribed: (memberId) => {
      const subscribed = subscribing.get(memberId) ?? Promise.resolve();
      return Promise.race([subscribed, pause(subscribeTimeoutMs, undefined, { ref: false })]);
    },
    close: async () => {
      catchUps.close();
      await Promise.all([redis?.close(), pgBus.close()]);
      await local.close();
    },
  };
}

function createReceiver(local: LocalBus, catchUps: CatchUps, cipher: EventCipher) {
  return (channel: string, bytes: Buffer): void => {
    if (channel === changesChannel) return local.emitChange(toId<MemberId>(bytes.toString()));
    const memberId = toId<MemberId>(channel.slice(prefix.length));
    const { own, event } = cipher.decrypt(memberId, bytes);
    if (event) local.publish(memberId, event);
    else if (!own) catchUps.request([memberId]);
  };
}

/** Sends an event to the other nodes: through Redis where possible, and by NOTIFY while a node is without Redis. */
function createSender(getRedis: () => RedisLink | undefined, pgBus: PgBus, cipher: EventCipher) {
  return {
    send: (memberId: MemberId, event: LiveEvent): void => {
      // By the time a notification arrives, the member has stopped typing.
      const addNews = (viaRedisToo: boolean): void => {
        if (event.type !== 'typing') pgBus.add(memberId, viaRedisToo);
      };
      const redis = getRedis();
      const withoutRedis = !redis?.up();
      if (pgBus.needed(withoutRedis)) addNews(!withoutRedis);
      if (!withoutRedis) redis?.publish(prefix + memberId, cipher.encrypt(memberId, event)).catch(() => addNews(false));
    },
    sendChange: (memberId: MemberId): void => {
      const redis = getRedis();
      const withoutRedis = !redis?.up();
      if (pgBus.needed(withoutRedis)) pgBus.addChange(memberId);
      if (!withoutRedis) redis?.publish(changesChannel, Buffer.from(memberId)).catch(() => pgBus.addChange(memberId));
    },
  };
}

interface CatchUps {
  request(memberIds: MemberId[]): void;
  /** All members, a few at a time: ten thousand take forty seconds. */
  requestAll(): void;
  close(): void;
}

const intervalMs = 100;
const membersPerInterval = 25;

function createCatchUps(bus: LocalBus): CatchUps {
  const waiting = new Set<MemberId>();
  let timer: NodeJS.Timeout | undefined;
  const publish = (memberId: MemberId): void => bus.publish(memberId, { type: 'catch-up' });

  const step = (): void => {
    let published = 0;
    for (const memberId of waiting) {
      if (published === membersPerInterval) return;
      waiting.delete(memberId);
      publish(memberId);
      published += 1;
    }
    clearInterval(timer);
    timer = undefined;
  };

  return {
    request: (memberIds) => {
      for (const memberId of memberIds) publish(memberId);
    },
    requestAll: () => {
      bus.emitChange(null);
      for (const memberId of bus.members()) waiting.add(memberId);
      timer ??= setInterval(step, intervalMs);
    },
    close: () => clearInterval(timer),
  };
}
