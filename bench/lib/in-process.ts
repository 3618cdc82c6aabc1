import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { OperationName } from '../../contract/calls.ts';
import type { Output } from '../../contract/index.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import type { AppContext } from '../../server/context.ts';
import type { ConnectionOptions } from '../../server/platform/database/database.ts';
import type { DispatchRequest } from '../../server/platform/dispatch/dispatch.ts';
import { hashToken, newToken } from '../../server/platform/hash.ts';
import { closeContext, createContext } from '../../server/start-services.ts';
import { root } from './database.ts';

export interface InProcess {
  context: AppContext;
  /** Opens a session and returns a caller of operations through the dispatcher, without HTTP. Throws on refusals. */
  logIn(memberId: string): Promise<Caller>;
  visit: Caller;
  close(): Promise<void>;
}

export type Caller = <Name extends OperationName>(name: Name, input?: object) => Promise<Output<Name>>;

/** Opens the application in this process on a bench database. Its clock is fixed at `at`; `env` adds settings. */
export async function openInProcess(
  connection: ConnectionOptions,
  at: Date,
  env: Record<string, string> = {},
): Promise<InProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const config = readConfig(
    { LOG_LEVEL: 'silent', DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000', PORT: '0', DEMO: '0', ...env },
    root,
  );
  const context = await createContext({
    config,
    root,
    connection,
    clock: { now: () => new Date(at) },
    paymentProvider: { url: 'http://127.0.0.1:9', apiKey: 'none' },
    address: () => 'http://127.0.0.1',
  });
  const { server, dispatch } = await buildApp(context);
  const buildCaller = (request: DispatchRequest): Caller => {
    return async (name, input = {}) => {
      const answer = await dispatch(name, input, request);
      if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    };
  };
  const logIn = async (memberId: string): Promise<Caller> => {
    const token = newToken();
    await context.database.pool.query(
      `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at)
       values ($1, $2, 'web', $3, $3, $3::timestamptz + interval '30 days')`,
      [hashToken(token), memberId, at],
    );
    return buildCaller({ ...visitor, cookies: { [context.sessionCookie]: token } });
  };
  return {
    context,
    logIn,
    visit: buildCaller({ ...visitor, cookies: {} }),
    close: async () => {
      await server.close();
      await closeContext(context);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const visitor: Omit<DispatchRequest, 'cookies'> = {
  host: 'localhost',
  ip: '127.0.0.1',
  origin: 'http://localhost',
  client: 'web',
  acceptedLanguages: 'en',
  geoipCountry: null,
  setCookie: () => undefined,
};
