import { sessionDays, sessionIdleDays } from '../../../contract/accounts/limits.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { batchReads } from '../../platform/database/batch-reads.ts';
import { must } from '../../platform/failure.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import { endPushes, movePushes } from '../../notifications/push/subscriptions.ts';
import type { Call } from '../../platform/handler.ts';
import type { Member, Session } from '../../platform/session.ts';
import { endEntryLinks } from '../tokens.ts';
import { type Device, parseDevice, unknownDevice } from './device-rules.ts';
import { countriesAt } from '../declare-country.ts';
import { lockMember, settleCountry } from '../queries.ts';
import {
  type SessionRow,
  deleteListedSession,
  deleteSession,
  deleteSessionsOfMember,
  findSessions,
  insertSession,
  setToken,
  touchSession,
} from './queries.ts';

const findSession = batchReads<string, SessionRow>(async (reader, hashes) => {
  const rows = await reader.all(findSessions, { tokenHashes: [...new Set(hashes)] });
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return hashes.map((hash) => byToken.get(hash));
});

/** Returns a token's session; undefined if it is unknown, expired, idle for too long, or of a closed account. */
export async function readSession(
  database: Database,
  token: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (!token || token.length > 100) return undefined;
  const sessionHash = hashToken(token);
  const row = await findSession(database, sessionHash.toString('hex'));
  if (!row || !mayAct(row, now)) return undefined;
  const stale = now.getTime() - row.seen_at.getTime() > minuteMs;
  return { member: toMember(row, sessionHash, now), stale };
}

/**
 * Whether a token's session was ended: by a logout, from another device, or with its account. Expired sessions do not
 * count; their rows stay for as long as browsers keep the cookie.
 */
export async function isSessionEnded(database: Database, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  const row = await findSession(database, hashToken(token).toString('hex'));
  return row === undefined || !isActive(row);
}

/** Whether a member's session is valid, by the hash of its token. */
export async function isSessionAlive(
  database: Database,
  sessionHash: Buffer,
  memberId: string,
  now: Date,
): Promise<boolean> {
  const row = await findSession(database, sessionHash.toString('hex'));
  return row !== undefined && row.member_id === memberId && mayAct(row, now);
}

/**
 * Locks the caller's account for actions that end sessions or must not outlive them. Throws session.missing if a
 * concurrent reset, undone change of address or deletion has ended the caller's own session.
 */
export async function lockOwnAccount(tx: Transaction, { id, sessionHash }: Member, now: Date): Promise<void> {
  await tx.first(lockMember, { memberId: id });
  const row = await tx.first(findSessions, { tokenHashes: [sessionHash.toString('hex')] });
  must(row && mayAct(row, now), 'session.missing');
}

function mayAct(row: SessionRow, now: Date): boolean {
  return isActive(row) && row.expires_at > now && after(row.seen_at, sessionIdleDays * dayMs) > now;
}

function isActive({ status }: SessionRow): boolean {
  return status === 'active' || status === 'not_confirmed';
}

function toMember(row: SessionRow, sessionHash: Buffer, now: Date): Member {
  return {
    id: row.member_id,
    site: row.site,
    status: row.status as Member['status'],
    confirmed: row.confirmed,
    paid: row.paid,
    name: row.name,
    email: row.email,
    ...countriesAt(row, now),
    language: isLanguage(row.language) ? row.language : 'en',
    signupAt: row.signup_at,
    loggedInAt: row.by_link ? null : row.created_at,
    byPasskey: row.by_passkey,
    sessionHash,
  };
}

type SessionOptions = Device & { country: string | null } & LoginOptions;

interface LoginOptions {
  /** Opened by the link of an email, which proves no password. */
  byLink?: boolean;
  /** Opened with a passkey that stands for the password. */
  byPasskey?: boolean;
}

/** Opens a session and returns its token; only the token's hash is stored. */
export async function openSession(
  tx: Transaction,
  memberId: string,
  client: 'web' | 'app',
  now: Date,
  { byLink = false, byPasskey = false, ...device }: SessionOptions = { ...unknownDevice, country: null },
): Promise<string> {
  const token = newToken();
  const expiresAt = after(now, sessionDays * dayMs);
  const how = { byLink, byPasskey };
  await tx.run(settleCountry, { memberId, now });
  await tx.run(insertSession, { tokenHash: hashToken(token), memberId, client, ...device, ...how, now, expiresAt });
  return token;
}

/** Opens the session of a login and closes the caller's earlier one, which must not become the logged-in one. */
export async function startSession(
  tx: Transaction,
  { context, session, client, userAgent, geoipCountry }: Call,
  memberId: string,
  how: LoginOptions = {},
): Promise<string> {
  if (session.token) await closeSession(tx, session.token);
  const device = { ...parseDevice(userAgent), country: geoipCountry, ...how };
  return openSession(tx, memberId, client, context.clock.now(), device);
}

/** Gives the caller's session a new token, so that a stolen old one is worthless. Its pushes continue. */
export async function renewSession(tx: Transaction, { id, sessionHash }: Member): Promise<string> {
  const token = newToken();
  const tokenHash = hashToken(token);
  await tx.run(setToken, { old: sessionHash, fresh: tokenHash });
  await movePushes(tx, id, { from: sessionHash, to: tokenHash });
  return token;
}

/** Records that a session is in use; called at most once a minute, see `Session.stale`. */
export async function recordSessionUse(database: Database, sessionHash: Buffer, now: Date): Promise<void> {
  await database.first(touchSession, { tokenHash: sessionHash, now });
}

/** Ends a session and its pushes. */
export async function closeSession(tx: Transaction, token: string): Promise<void> {
  const tokenHash = hashToken(token);
  const closed = await tx.first(deleteSession, { tokenHash });
  if (closed) await endPushes(tx, closed.member_id, (session) => session.equals(tokenHash));
}

/** Ends the session with the public id `id`, and its pushes. The caller closes its sockets, as below. */
export async function closeListedSession(tx: Transaction, memberId: string, id: string): Promise<void> {
  const closed = await tx.first(deleteListedSession, { memberId, id });
  if (closed) await endPushes(tx, memberId, (session) => session.equals(closed.token_hash));
}

/** Ends a member's sessions except one, with pushes and login links. The caller publishes `logged-out`. */
export async function closeMemberSessions(
  tx: Transaction,
  memberId: string,
  except: Buffer | null = null,
): Promise<void> {
  // End the links first, so that a link in use right now is waited for and its session is found.
  await endEntryLinks(tx, memberId);
  await tx.run(deleteSessionsOfMember, { memberId, except });
  await endPushes(tx, memberId, (session) => except === null || !session.equals(except));
}
