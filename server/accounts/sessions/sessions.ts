import { sessionDays, sessionIdleDays } from '../../../contract/limits.ts';
import { isLanguage } from '../../../contract/languages.ts';
import type { Country } from '../../../contract/countries.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { batchReads } from '../../platform/database/batch-reads.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import type { Member, Session } from '../../platform/session.ts';
import {
  type SessionRow,
  deleteSession,
  deleteSessionsOfMember,
  findSessions,
  insertSession,
  touchSession,
} from './queries.ts';

const findSession = batchReads<string, SessionRow>(async (reader, hashes) => {
  const rows = await reader.all(findSessions, { tokenHashes: [...new Set(hashes)] });
  const byToken = new Map(rows.map((row) => [row.token, row]));
  return hashes.map((hash) => byToken.get(hash));
});

/** The session of a token; undefined when it is unknown, expired or idle for too long, or its account is disabled. */
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
  return { member: toMember(row, sessionHash), stale };
}

function mayAct(row: SessionRow, now: Date): boolean {
  if (row.status !== 'active' && row.status !== 'not_confirmed') return false;
  return row.expires_at > now && after(row.seen_at, sessionIdleDays * dayMs) > now;
}

function toMember(row: SessionRow, sessionHash: Buffer): Member {
  return {
    id: row.member_id,
    site: row.site,
    status: row.status as Member['status'],
    confirmed: row.confirmed,
    paid: row.paid,
    name: row.name,
    email: row.email,
    country: row.country as Country,
    language: isLanguage(row.language) ? row.language : 'en',
    signupAt: row.signup_at,
    sessionHash,
  };
}

/** Opens a session and returns its token, of which only the hash is stored. */
export async function openSession(
  tx: Transaction,
  memberId: string,
  client: 'web' | 'app',
  now: Date,
): Promise<string> {
  const token = newToken();
  const expiresAt = after(now, sessionDays * dayMs);
  await tx.run(insertSession, { tokenHash: hashToken(token), memberId, client, now, expiresAt });
  return token;
}

/** Notes that a session is in use; called at most once a minute, see `Session.stale`. */
export async function noteSessionUse(database: Database, sessionHash: Buffer, now: Date): Promise<void> {
  await database.first(touchSession, { tokenHash: sessionHash, now });
}

export async function closeSession(tx: Transaction, token: string): Promise<void> {
  await tx.run(deleteSession, { tokenHash: hashToken(token) });
}

/** Ends the sessions of a member, except for one. The caller closes their sockets with the bus event `logged-out`. */
export async function closeSessionsOf(tx: Transaction, memberId: string, except: Buffer | null = null): Promise<void> {
  await tx.run(deleteSessionsOfMember, { memberId, except });
}
