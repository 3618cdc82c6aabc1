import { sessionIdleDays } from '../../../contract/accounts/limits.ts';
import type { Country } from '../../../contract/platform/countries.ts';
import { sessionDays } from '../../../contract/platform/limits.ts';
import { toId } from '../../../contract/platform/id.ts';
import { isLanguage } from '../../../contract/platform/languages.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { batchReads } from '../../platform/database/batch-reads.ts';
import { must } from '../../platform/failure.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import { endPushes, movePushes } from '../../notifications/push/subscriptions.ts';
import type { Call } from '../../platform/handler.ts';
import type { Member, Session } from '../../platform/session.ts';
import { endLoginLinks } from '../tokens.ts';
import { type Device, parseDevice, unknownDevice } from './device-rules.ts';
import { countriesAt } from '../declare-country.ts';
import { lockMember, applyNextCountry } from '../queries.ts';
import {
  type SessionRow,
  deleteListedSession,
  deleteSession,
  deleteSessionsOfMember,
  findSessionOwners,
  findSessions,
  insertSession,
  setToken,
  touchSession,
} from './queries.ts';

interface SessionKey {
  /** Undefined for a token from before tokens named their member. */
  memberId: MemberId | undefined;
  tokenHash: Buffer;
}

const findSession = batchReads<SessionKey, SessionRow>(async (reader, keys) => {
  const tokenHashes = keys.map(({ tokenHash }) => tokenHash);
  const unnamed = keys.filter(({ memberId }) => memberId === undefined).map(({ tokenHash }) => tokenHash);
  const owners = unnamed.length > 0 ? await reader.all(findSessionOwners, { tokenHashes: unnamed }) : [];
  const named = keys.flatMap(({ memberId }) => memberId ?? []);
  const memberIds = [...new Set([...named, ...owners.map((owner) => owner.member_id)])];
  const rows = memberIds.length > 0 ? await reader.all(findSessions, { memberIds, tokenHashes }) : [];
  const byToken = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
  return keys.map(({ memberId, tokenHash }) => {
    const row = byToken.get(tokenHash.toString('hex'));
    return memberId === undefined || memberId === row?.member_id ? row : undefined;
  });
});

/**
 * Returns a new token of 256 random bits. It names its member, who knows the id anyway, so that the session is found on
 * their machine; the hash of the whole is stored.
 */
export function newSessionToken(memberId: MemberId): string {
  return `${memberId}.${newToken()}`;
}

const namedToken = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\w-]{43}$/;

function toSessionKey(token: string): SessionKey {
  const [, id] = namedToken.exec(token) ?? [];
  return { memberId: id === undefined ? undefined : toId<MemberId>(id), tokenHash: hashToken(token) };
}

/** Returns the session of a token; undefined if it is unknown, expired, idle for too long, or of a closed account. */
export async function readSession(
  database: Database,
  token: string | undefined,
  now: Date,
): Promise<Session | undefined> {
  if (!token || token.length > 100) return undefined;
  const key = toSessionKey(token);
  const row = await findSession(database, key);
  if (!row || !mayAct(row, now)) return undefined;
  const stale = now.getTime() - row.seen_at.getTime() > minuteMs;
  return { member: toMember(row, key.tokenHash, now), stale };
}

/** True if somebody ended the session. Expired ones do not count; rows stay as long as browsers keep the cookie. */
export async function isSessionEnded(database: Database, token: string | undefined): Promise<boolean> {
  if (!token) return false;
  const row = await findSession(database, toSessionKey(token));
  return row === undefined || !isActive(row);
}

export interface SessionMember {
  status: 'not_confirmed' | 'active';
  confirmed: boolean;
  paid: boolean;
  name: string;
  email: string;
  /** The country that their profile names instead, and when it becomes that of their prices. */
  nextCountry: { country: Country; from: Date } | null;
  signupAt: Date;
  /** When the session was opened with a password or a passkey. */
  loggedInAt: Date | null;
  /** Whether that was a passkey old enough to stand for the password. */
  byPasskey: boolean;
  /** Hash of the session's token: identifies the member's own session when others are ended. */
  sessionHash: Buffer;
}

/** True while the session with this token hash is open. */
export async function isSessionAlive(
  database: Database,
  sessionHash: Buffer,
  memberId: MemberId,
  now: Date,
): Promise<boolean> {
  const row = await findSession(database, { memberId, tokenHash: sessionHash });
  return row !== undefined && mayAct(row, now);
}

/** Locks the account for actions that end sessions. Throws session.missing if the caller's own has ended. */
export async function lockOwnAccount(tx: Transaction, { id, sessionHash }: Member, now: Date): Promise<void> {
  await tx.first(lockMember, { memberId: id });
  const row = await tx.first(findSessions, { memberIds: [id], tokenHashes: [sessionHash] });
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
  /** True for a session opened by the link in a mail, which proves no password. */
  byLink?: boolean;
  /** True for a session opened with a passkey that replaces the password. */
  byPasskey?: boolean;
}

/** Returns the token; only its hash is stored. */
export async function openSession(
  tx: Transaction,
  memberId: MemberId,
  client: 'web' | 'app',
  now: Date,
  { byLink = false, byPasskey = false, ...device }: SessionOptions = { ...unknownDevice, country: null },
): Promise<string> {
  const token = newSessionToken(memberId);
  const expiresAt = after(now, sessionDays * dayMs);
  const how = { byLink, byPasskey };
  await tx.run(applyNextCountry, { memberId, now });
  await tx.run(insertSession, { tokenHash: hashToken(token), memberId, client, ...device, ...how, now, expiresAt });
  return token;
}

/** Opens the session of a login and closes the caller's earlier one, which must not become the logged-in one. */
export async function startSession(
  tx: Transaction,
  { context, session, client, userAgent, geoipCountry }: Call,
  memberId: MemberId,
  how: LoginOptions = {},
): Promise<string> {
  if (session.token) await closeSession(tx, session.token);
  const device = { ...parseDevice(userAgent), country: geoipCountry, ...how };
  return openSession(tx, memberId, client, context.clock.now(), device);
}

/** Gives the caller's session a new token, so that a stolen old one is worthless. Its pushes continue. */
export async function renewSession(tx: Transaction, { id, sessionHash }: Member): Promise<string> {
  const token = newSessionToken(id);
  const tokenHash = hashToken(token);
  await tx.run(setToken, { memberId: id, old: sessionHash, fresh: tokenHash });
  await movePushes(tx, id, { from: sessionHash, to: tokenHash });
  return token;
}

/** Records that a session is used, at most once a minute, see `Session.stale`. */
export async function recordSessionUse(
  database: Database,
  { id, sessionHash }: Pick<Member, 'id' | 'sessionHash'>,
  now: Date,
): Promise<void> {
  await database.first(touchSession, { memberId: id, tokenHash: sessionHash, now });
}

/** Ends a session and its pushes. */
export async function closeSession(tx: Transaction, token: string): Promise<void> {
  const { memberId: named, tokenHash } = toSessionKey(token);
  const memberId = named ?? (await tx.first(findSessionOwners, { tokenHashes: [tokenHash] }))?.member_id;
  if (memberId === undefined) return;
  const closed = await tx.run(deleteSession, { memberId, tokenHash });
  if (closed > 0) await endPushes(tx, memberId, (session) => session.equals(tokenHash));
}

/** Closes the session with this public id. The caller publishes `logged-out`. */
export async function closeListedSession(tx: Transaction, memberId: MemberId, id: string): Promise<void> {
  const closed = await tx.first(deleteListedSession, { memberId, id });
  if (closed) await endPushes(tx, memberId, (session) => session.equals(closed.token_hash));
}

/** Ends a member's sessions except one, with pushes and login links. The caller publishes `logged-out`. */
export async function closeMemberSessions(
  tx: Transaction,
  memberId: MemberId,
  except: Buffer | null = null,
): Promise<void> {
  // End the links first, so that a link in use right now is waited for and its session is found.
  await endLoginLinks(tx, memberId);
  await tx.run(deleteSessionsOfMember, { memberId, except });
  await endPushes(tx, memberId, (session) => except === null || !session.equals(except));
}
