import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { OperationName } from '../../contract/calls.ts';
import type { Output } from '../../contract/index.ts';
import { toId } from '../../contract/platform/id.ts';
import { newSessionToken } from '../../server/accounts/sessions/sessions.ts';
import { buildApp } from '../../server/program/app.ts';
import { readConfig } from '../../server/program/config.ts';
import type { ConnectionOptions } from '../../server/platform/database/database.ts';
import type { DispatchRequest } from '../../server/platform/dispatch/dispatch.ts';
import { hashToken } from '../../server/platform/hash.ts';
import { closeContext, createContext } from '../../server/program/start-services.ts';
import { root } from './database.ts';

export type InProcess = Awaited<ReturnType<typeof openInProcess>>;

/** A call goes through the dispatcher, without HTTP. Throws on refusals. */
export type Caller = <Name extends OperationName>(name: Name, input?: object) => Promise<Output<Name>>;

/** Opens the application in this process. The clock is fixed at `at`, if given. */
export async function openInProcess(connection: ConnectionOptions, at?: Date) {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const config = readConfig(
    { LOG_LEVEL: 'silent', DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000000', PORT: '0', DEMO: '0' },
    root,
  );
  const context = await createContext({
    config,
    root,
    connection,
    ...(at && { clock: { now: () => new Date(at) } }),
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
    const token = newSessionToken(toId(memberId));
    await context.database.pool.query(
      `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at)
       values ($1, $2, 'web', $3, $3, $3::timestamptz + interval '30 days')`,
      [hashToken(token), memberId, context.clock.now()],
    );
    return buildCaller({ ...visitor, cookies: { [context.sessionCookie]: token } });
  };
  return {
    context,
    logIn,
    visit: buildCaller({ ...visitor, cookies: {} }),
    /** Also answers over HTTP from then on. Resolves with the port. */
    listen: async () => {
      await server.listen({ host: '127.0.0.1', port: 0 });
      return (server.server.address() as AddressInfo).port;
    },
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
  visit: { tracking: undefined },
  trace: '',
  setCookie: () => undefined,
};
