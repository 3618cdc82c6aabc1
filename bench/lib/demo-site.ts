import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import type { Input, Output } from '../../contract/index.ts';
import { type BenchApp, startApp } from './app.ts';
import { root, startBenchDatabase } from './database.ts';

export interface DemoSite {
  app: BenchApp;
  /** The session of a member who has a conversation of `messages` messages. */
  cookie: string;
  conversation: string;
  call: Call;
  stop(): Promise<void>;
}

export interface DemoOptions {
  messages: number;
  /** Waits until all pictures are stored. */
  pictures?: boolean;
  nodeFlags?: string[];
}

/** Starts the demo site, which is kept between runs, and signs up a member who writes to a demo member. */
export async function startDemoSite(name: string, options: DemoOptions): Promise<DemoSite> {
  const { messages, pictures = true, nodeFlags = [] } = options;
  const database = await startBenchDatabase(name, { keep: true });
  const env = { DEMO: '1', DATA_DIR: join(root, '.cache/bench', `${name}-files`) };
  const app = await startApp(database.url, { env, nodeFlags });
  const stop = async (): Promise<void> => {
    await app.stop();
    await database.stop();
  };
  try {
    const { cookie, call } = await signUp(app);
    const member = await findDemoMember(call, pictures);
    let conversation = '';
    for (let sent = 0; sent < messages; sent += 1) {
      const { message } = await call('sendMessage', {
        profile: member,
        text: `Message ${sent + 1}: the tide is coming in, and the kettle is on. What are you reading tonight?`,
        idempotency_key: randomUUID(),
      });
      conversation = message.conversation;
    }
    return { app, cookie, conversation, call, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Call = <Name extends OperationName>(name: Name, input: Input<Name>) => Promise<Output<Name>>;

export interface SignedUpMember {
  cookie: string;
  call: Call;
}

export async function signUp(app: BenchApp): Promise<SignedUpMember> {
  const origin = `http://${app.host}:${app.port}`;
  let cookie = '';
  const call: Call = async (name, input) => {
    const { method, path } = getEndpoint(name);
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const answer = await fetch(origin + path + query, {
      method,
      headers: { 'content-type': 'application/json', 'x-client-type': 'web', origin, cookie },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
    });
    const fresh = answer.headers.getSetCookie().find((line) => line.startsWith('auth.session='));
    if (fresh) cookie = fresh.split(';')[0] ?? '';
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as never;
  };
  const unique = randomUUID().slice(0, 8);
  await call('signUp', {
    email: `${unique}@example.org`,
    password: 'a quiet evening by the sea',
    name: `Anna ${unique}`,
    date_of_birth: '1988-04-12',
    gender: 'female',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  });
  return { cookie, call };
}

/** Finds a demo member; writing to demo members is free. */
async function findDemoMember(call: Call, pictures: boolean): Promise<string> {
  for (;;) {
    const { results } = await call('searchProfiles', { pageNumber: 1 });
    const [first] = results;
    if (!first) throw new Error('the demo site is empty');
    if (!pictures || results.every(({ main_image: image }) => image !== null)) return first.id;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
