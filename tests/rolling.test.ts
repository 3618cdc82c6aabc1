import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { sessionCookieName } from '../contract/accounts/limits.ts';
import { openDatabase } from '../server/platform/database/database.ts';
import { createLog } from '../server/platform/monitoring/log.ts';
import { startBalancer } from './support/balancer.ts';
import { brokenInvariants } from './support/chat.ts';
import { type Cluster, type Node, callAt, openCluster } from './support/nodes.ts';
import { signUpForm } from './support/test-app.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const soon = { timeout: 60_000, interval: 50 };
const callsASecond = 50;
const paidMembers = 8;
const startCredits = 10_000;

const tool = (name: string): string => join(root, 'node_modules/.bin', name);

function git(...words: string[]): string {
  return spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

/**
 * Finds the commit before the newest migration: its programs run beside the new ones while nodes are replaced.
 * Undefined without that history, and if its programs refuse newer schemas.
 */
function findLastRelease(): string | undefined {
  const newest = readdirSync(join(root, 'migrations')).toSorted().at(-1) ?? '';
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `migrations/${newest}`);
  const before = added && git('rev-parse', '--verify', '--quiet', `${added}^`);
  return before && git('ls-tree', before, 'server/program/migrate.ts') ? before : undefined;
}

/** Builds the server of a commit in `.cache`, with the installed packages. Returns its folder. */
function buildRelease(commit: string): string {
  const folder = join(root, '.cache/releases', commit);
  if (existsSync(join(folder, 'build/web'))) return folder;
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  if (!existsSync(join(folder, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(tool('tsc'), ['-b', 'contract', 'locales', 'server', 'demo', 'mocks'], { cwd: folder });
  // Pages are not called; building them would take a minute.
  symlinkSync(join(root, 'build/web'), join(folder, 'build/web'));
  return folder;
}

const commit = findLastRelease();
const release = commit && buildRelease(commit);
if (!release)
  process.stderr.write(`The last release is not in the history of this checkout: no rolling deploy is tested.\n`);

const newProgram = join(root, 'build/server/program/main.js');
const oldProgram = join(release ?? root, 'build/server/program/main.js');

interface Member {
  id: string;
  cookies: Map<string, string>;
}

describe.skipIf(!release)('a rolling deploy', { timeout: 300_000 }, () => {
  const server = inject('durableDatabase');
  const name = `rolling_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Pool({ ...server, database: 'postgres', max: 1 });
  const database = openDatabase({ ...server, database: name, max: 4 }, createLog('silent'));
  const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, values)).rows as Row[];
  const databaseUrl = `postgresql://${server.user}@/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`;
  let cluster: Cluster;

  beforeAll(async () => {
    await admin.query(`create database ${name}`);
    migrateWith(oldProgram);
    const settings = [{ signup_credits: startCredits }];
    await sql(`update setting_scopes set values = values || $1 where scope = 'default'`, settings);
    cluster = await openCluster({ sql });
  });
  afterAll(async () => {
    await cluster?.close();
    await database.close();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  });

  function migrateWith(program: string): void {
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
    execFileSync(process.execPath, [program.replace('main.js', 'migrate.js')], { env, stdio: 'pipe' });
  }

  async function signUp(address: string): Promise<Member> {
    const answer = await callAt(address, { cookies: new Map() }, 'signUp', signUpForm());
    expect(answer.status).toBe(200);
    const id = answer.body.user?.id ?? '';
    const token = answer.headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]+)/.exec(cookie) ?? []);
    const session = token.find(([, cookie]) => cookie === sessionCookieName)?.[2] ?? '';
    await sql(`update members set status = 'active', confirmed_at = now(), paid_at = now() where member_id = $1`, [id]);
    await sql(`update profiles set status = 'active' where member_id = $1`, [id]);
    return { id, cookies: new Map([[sessionCookieName, session]]) };
  }

  it('loses nothing that was acknowledged and shows no error: forth, with a crash, and back', async () => {
    const running: Node[] = [];
    const start = async (program: string): Promise<void> => {
      running.push(await cluster.start('web,live,worker', { MIGRATE: 'off' }, program));
    };
    /** Ends the oldest node, after the balancer has taken it out. */
    const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
      const node = signal === 'SIGTERM' ? running.shift() : running[0];
      expect(await node?.end(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
      if (signal === 'SIGKILL') running.shift();
    };
    await start(oldProgram);
    await start(oldProgram);
    const balancer = await startBalancer(() => running.map(({ port }) => port));
    const members: Member[] = [];
    for (let count = 0; count < paidMembers; count += 1) members.push(await signUp(balancer.address));

    const sent: string[] = [];
    const acknowledged: { from: Member; input: object; body: unknown }[] = [];
    const faults: string[] = [];
    let answered = 0;
    const call = async (turn: number): Promise<void> => {
      const from = members[turn % members.length] as Member;
      const to = members[(turn + 1 + Math.floor(turn / 8)) % members.length] as Member;
      const text = `message ${turn}`;
      const input = { profile: to.id, text, idempotency_key: randomUUID() };
      // As a browser does: a call that got no answer is made again under its key.
      for (;;) {
        const answer = await (
          turn % 3 > 0 || from === to
            ? callAt(balancer.address, from, turn % 2 ? 'getUser' : 'listChats')
            : callAt(balancer.address, from, 'sendMessage', input)
        ).catch(() => undefined);
        const { status = 0, headers } = answer ?? {};
        if (status === 503 && headers?.has('retry-after')) continue;
        if (status === 0) continue;
        if (status !== 200) faults.push(`${status} for call ${turn}: ${JSON.stringify(answer?.body)}`);
        else if (turn % 3 === 0 && from !== to) {
          sent.push(text);
          acknowledged.push({ from, input, body: answer?.body });
        }
        answered += 1;
        return;
      }
    };
    let turn = 0;
    const open = new Set<Promise<void>>();
    const pace = setInterval(() => {
      const calling = call((turn += 1)).finally(() => open.delete(calling));
      open.add(calling);
    }, 1_000 / callsASecond);
    const more = async (): Promise<void> => {
      const now = answered;
      await vi.waitFor(() => expect(answered).toBeGreaterThan(now + callsASecond), soon);
    };

    /** Repeats calls, which may reach another program than the one that stored the message. */
    const repeat = async (): Promise<void> => {
      for (const { from, input, body } of acknowledged.slice(-24))
        expect((await callAt(balancer.address, from, 'sendMessage', input)).body).toEqual(body);
    };

    await more();
    migrateWith(newProgram);
    await more();
    await end('SIGKILL');
    await start(oldProgram);
    for (const program of [newProgram, newProgram, oldProgram, oldProgram]) {
      await start(program);
      await more();
      await end('SIGTERM');
      await more();
      await repeat();
    }
    clearInterval(pace);
    await Promise.all(open);
    await balancer.close();
    await cluster.endAll();

    expect(faults).toEqual([]);
    const stored = await sql<{ text: string }>('select text from messages');
    expect(stored.map(({ text }) => text).toSorted()).toEqual(sent.toSorted());
    expect(sent.length).toBeGreaterThan(100);
    expect(await brokenInvariants({ sql })).toEqual([]);
  });
});
