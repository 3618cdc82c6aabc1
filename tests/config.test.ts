import { describe, expect, it } from 'vitest';

import { readConfig } from '../server/program/config.ts';
import { keyFromSecret } from '../server/platform/push/push-client.ts';
import { createTestApp, testPassword } from './support/test-app.ts';

const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://tealight@database/tealight',
  SECRET: 'kZ3vQ8mT1wB6nR4yD7pL0sF9hJ2cX5gA',
  PUBLIC_ORIGIN: 'https://tealight.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@tealight.example',
  PAYMENTS_URL: 'https://payments.example',
  PAYMENTS_API_KEY: 'live_key',
};

// A range of all addresses would trust everybody.
const notProxies = [
  'true',
  '-1',
  '1.5',
  '99',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0',
  'proxy',
  '1,',
];

const notSentinels = [
  'redis+sentinel://one.example:26379',
  'redis+sentinel://one.example,/tealight',
  'redis+sentinel://one.example:port/tealight',
  'redis+sentinel:///tealight',
];

function findFaults(env: Record<string, string>): string[] {
  try {
    readConfig(env, '/srv/tealight');
    return [];
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1);
  }
}

describe('the configuration of a laptop', () => {
  it('needs no variables, listens on this machine only and shows the demo site', () => {
    expect(readConfig({}, '/srv/tealight')).toMatchObject({
      production: false,
      roles: ['web', 'live', 'worker'],
      host: '127.0.0.1',
      publicOrigin: null,
      databaseUrl: null,
      redisUrl: null,
      dataDir: '/srv/tealight/.data',
      s3: null,
      demo: true,
      smtpUrl: null,
      sms: null,
      payments: { url: null, apiKey: null, webhookOrigin: null },
      stripe: null,
      push: { privateKey: null, testService: null },
      trustProxy: 0,
    });
  });

  it('follows the environment', () => {
    const env = {
      HOST: '::1',
      PORT: '0',
      DATA_DIR: '/var/tealight',
      DEMO: '0',
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '2',
      COUNTRY_HEADER: 'X-Country',
      LOG_LEVEL: 'info',
      PUBLIC_ORIGIN: 'http://box.local:8080/',
    };
    expect(readConfig(env, '/srv/tealight')).toMatchObject({
      host: '::1',
      port: 0,
      dataDir: '/var/tealight',
      demo: false,
      trustProxy: 1,
      rateLimitFactor: 2,
      countryHeader: 'x-country',
      logLevel: 'info',
      publicOrigin: 'http://box.local:8080',
    });
  });

  it.each([
    ['DATABASE_URL', ['postgres//x', 'database', 'mysql://tealight@database/tealight']],
    ['SMTP_URL', ['foo', 'mail.example:25', 'http://mail.example']],
    ['MAIL_FROM', ['noaddress', 'Tealight <hello@tealight.example>', 'hello@tealight']],
    ['MAIL_REPORT_FOLDER', ['/nowhere/at/all', '/etc/passwd']],
    ['HSTS_SUBDOMAINS', ['yes', '2']],
    ['DRAIN_SECONDS', ['-1', 'soon', '601']],
    ['METRICS_PORT', ['http', '-1', '65536', '3000']],
    ['PORT', ['http', '-1', '65536', '80.5', 'NaN']],
    ['DATABASE_CONNECTIONS', ['0', '7', '16.5', 'many', '1001']],
    ['RATE_LIMIT_FACTOR', ['0', '0.5', '-3', 'many', 'Infinity']],
    ['NODE_ENV', ['prod', 'Production', 'production ', 'staging', 'live']],
    ['PAYMENTS_WEBHOOK_ORIGIN', ['payments', 'https://tealight.example/api']],
    ['TRUST_PROXY', notProxies],
    ['STRIPE_URL', ['https://api.stripe.com']],
    ['STRIPE_WEBHOOK_SECRETS', ['whsec_x']],
    ['LOG_SAMPLE', ['-1', '0.5', 'few']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['ROLE', ['webs', 'web,', 'web;live,worker', 'all', 'web,live,worker,cron']],
    ['SMS_URL', ['gateway', 'ftp://gateway.example']],
    ['REDIS_URL', ['localhost:6379', 'http://localhost:6379', 'redis', ...notSentinels]],
    ['PUBLIC_ORIGIN', ['tealight.example', 'https://tealight.example/app', 'ftp://tealight.example']],
  ])('refuses an invalid %s and names it', (name, values) => {
    for (const value of values) {
      expect(findFaults({ SMS_TOKEN: 'token', [name]: value }), value).toHaveLength(1);
      expect(findFaults({ SMS_TOKEN: 'token', [name]: value })[0]).toContain(name);
    }
  });
});

describe('the bucket', () => {
  const bucket = { S3_BUCKET: 'photos-tealight', S3_KEY_ID: 'id', S3_SECRET: 'secret' };
  const own = {
    endpoint: null,
    region: 'us-east-1',
    bucket: 'photos-tealight',
    keyId: 'id',
    secret: 'secret',
    accel: false,
  };

  it('has a name and a key, and may be at any address and beside the data folder', () => {
    expect(readConfig(bucket, '/srv/tealight').s3).toEqual({ ...own, forcePathStyle: false, alsoDisk: false });
    const more = { S3_ENDPOINT: 'http://127.0.0.1:9000', S3_REGION: 'eu-west-1', S3_FORCE_PATH_STYLE: '1' };
    expect(readConfig({ ...bucket, ...more, PHOTOS_ALSO: 'disk' }, '/srv/tealight').s3).toEqual({
      ...own,
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-west-1',
      forcePathStyle: true,
      alsoDisk: true,
    });
  });

  it('is refused without its key or with invalid values, and so are the others without it', () => {
    expect(findFaults({ S3_BUCKET: 'photos' })).toEqual(['S3_KEY_ID is missing', 'S3_SECRET is missing']);
    for (const [name, values] of Object.entries({
      S3_BUCKET: ['Photos', 'a', 'a_b', 'photos/', 'photos.tealight'],
      S3_ENDPOINT: ['minio', 'https://s3.example/photos', 'ftp://s3.example'],
      S3_REGION: ['eu west', 'EU'],
      S3_FORCE_PATH_STYLE: ['yes', '2'],
      PHOTOS_ALSO: ['folder', '1'],
      MEDIA_ACCEL: ['yes', '2'],
    }))
      for (const value of values)
        expect(findFaults({ ...bucket, [name]: value }), value).toEqual([expect.stringContaining(name)]);
    for (const name of ['S3_ENDPOINT', 'S3_KEY_ID', 'S3_SECRET', 'PHOTOS_ALSO'])
      expect(findFaults({ [name]: 'disk' })).toEqual([`${name} has no effect without S3_BUCKET`]);
  });

  it('is where nginx may fetch pictures, which it cannot do from a folder', () => {
    expect(readConfig({ ...bucket, MEDIA_ACCEL: '1' }, '/srv/tealight').s3?.accel).toBe(true);
    expect(findFaults({ MEDIA_ACCEL: '0' })).toEqual([]);
    expect(findFaults({ MEDIA_ACCEL: '1' })).toEqual([
      'MEDIA_ACCEL needs S3_BUCKET: nginx fetches pictures from a bucket only',
    ]);
  });

  it('is reached by https in production, unless it is on this machine', () => {
    const at = (S3_ENDPOINT: string) => findFaults({ ...complete, ...bucket, S3_ENDPOINT });
    expect(at('http://minio.internal:9000')).toEqual(['S3_ENDPOINT is neither an https address nor on this machine']);
    expect([at('https://s3.example'), at('http://127.0.0.1:9000'), at('http://localhost')]).toEqual([[], [], []]);
  });
});

describe('the SMS gateway', () => {
  const gateway = { SMS_URL: 'https://sms.example/messages', SMS_TOKEN: 'token' };

  it('has a URL, a token and a sender', () => {
    const sms = { url: gateway.SMS_URL, token: 'token', sender: 'Tealight' };
    expect(readConfig(gateway, '/srv/tealight').sms).toEqual(sms);
    expect(findFaults({ SMS_URL: gateway.SMS_URL })).toEqual(['SMS_TOKEN is missing']);
    for (const sender of ['More than eleven', 'Täalight', '+0612345678'])
      expect(findFaults({ ...gateway, SMS_SENDER: sender })[0]).toContain('SMS_SENDER');
    expect(findFaults({ ...complete, ...gateway, SMS_URL: 'http://sms.example' })).toEqual([
      'SMS_URL is not an https address',
    ]);
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['3', 3],
    ['10.0.0.0/8, 192.0.2.7,2001:db8::/32', ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']],
  ])('is a number of proxies or a list of address ranges: %s', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }, '/srv/tealight').trustProxy).toEqual(trusted);
  });
});

describe('the configuration of one node of several', () => {
  const shared = { DATABASE_URL: 'postgres://database/tealight', PAYMENTS_URL: 'http://payments.example' };

  it.each([
    ['web', ['web']],
    ['worker', ['worker']],
    ['worker, web', ['web', 'worker']],
    ['live,worker,web', ['web', 'live', 'worker']],
  ])('takes the roles %s', (text, roles) => {
    expect(readConfig({ ...shared, ROLE: text }, '/srv/tealight').roles).toEqual(roles);
  });

  it.each([
    'redis://127.0.0.1:6379',
    'rediss://:word@bus.example:6380/0',
    'redis+sentinel://one.example:26379,two.example,[2001:db8::1]:26380/tealight',
    'redis+sentinel://user:p%40ss@one.example/tealight',
  ])('takes the bus %s', (url) => {
    expect(readConfig({ ...shared, REDIS_URL: url }, '/srv/tealight').redisUrl).toBe(url);
  });

  it.each(Object.keys(shared) as (keyof typeof shared)[])('refuses a subset of the roles without %s', (name) => {
    const { [name]: _left, ...others } = shared;
    const faults = findFaults({ ...others, ROLE: 'web' });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
    expect(findFaults({ ...others, ROLE: 'web,live,worker' })).toEqual([]);
  });
});

describe('the configuration of production', () => {
  it('is accepted when complete, without demo site, widened limits or embedded data', () => {
    expect(findFaults(complete)).toEqual([]);
    expect(readConfig(complete, '/srv/tealight')).toMatchObject({
      production: true,
      demo: false,
      host: '127.0.0.1',
      rateLimitFactor: 1,
      logLevel: 'info',
      databaseUrl: complete.DATABASE_URL,
    });
  });

  const needed = Object.keys(complete).filter((name) => name !== 'NODE_ENV') as (keyof typeof complete)[];

  it.each(needed)('refuses to start without %s', (name) => {
    const { [name]: _left, ...others } = complete;
    for (const env of [others, { ...others, [name]: '' }]) {
      const faults = findFaults(env as Record<string, string>);
      expect(faults.length).toBeGreaterThan(0);
      for (const fault of faults) expect(fault).toContain(name);
    }
  });

  it('sends pushes only with a key and a subject that push services accept', () => {
    const PUSH_PRIVATE_KEY = keyFromSecret('a');
    const subject = 'mailto:ops@tealight.dating';
    expect(readConfig(complete, '/').push).toBeNull();
    expect(readConfig({ ...complete, PUSH_PRIVATE_KEY, PUSH_SUBJECT: subject }, '/').push).toEqual({
      subject,
      privateKey: PUSH_PRIVATE_KEY,
      testService: null,
    });
    const names = (env: Record<string, string>) =>
      findFaults({ ...complete, ...env }).map((fault) => fault.split(' ')[0]);
    for (const PUSH_SUBJECT of ['mailto:ops@tealight.invalid', 'mailto:ops@localhost', 'https://localhost/', 'ops'])
      expect(names({ PUSH_PRIVATE_KEY, PUSH_SUBJECT }), PUSH_SUBJECT).toEqual(['PUSH_SUBJECT']);
    expect(names({ PUSH_PRIVATE_KEY })).toEqual(['PUSH_SUBJECT']);
    expect(names({ PUSH_SUBJECT: subject })).toEqual(['PUSH_SUBJECT']);
    expect(names({ PUSH_PRIVATE_KEY: 'xx', PUSH_SUBJECT: subject })).toEqual(['PUSH_PRIVATE_KEY']);
    expect(names({ PUSH_TEST_SERVICE: 'https://localhost:8443' })).toEqual(['PUSH_TEST_SERVICE']);
    expect(names({ TERMS_TEST: '[]' })).toEqual(['TERMS_TEST']);
  });

  it('names all missing settings at once', () => {
    const faults = findFaults({ NODE_ENV: 'production' });
    expect(faults.map((fault) => fault.split(' ')[0]).toSorted()).toEqual([...needed].toSorted());
  });

  it('sends no mail without encryption except to this machine', () => {
    const needs = (SMTP_URL: string): boolean => readConfig({ ...complete, SMTP_URL }, '/srv').mail.requireTls;
    const away = ['smtp://mail.example', 'smtp://localhost.example:25', 'smtp://127.0.0.1:x@mail.example'];
    const here = ['smtp://localhost', 'smtp://me:secret@127.0.0.1:2525', 'smtp://[::1]:25/'];
    expect([...away, ...here].filter(needs)).toEqual(away);
  });

  it('takes the sandbox on this machine only in a rehearsal', () => {
    const sandbox = { ...complete, PAYMENTS_URL: 'http://127.0.0.1:4610', PAYMENTS_API_KEY: 'test_sandbox' };
    expect(findFaults({ ...sandbox, PAYMENTS_TEST: '1' })).toEqual([]);
    expect(findFaults({ ...sandbox, PAYMENTS_TEST: '1', PAYMENTS_URL: 'http://127.0.0.1.example' })).toHaveLength(1);
    expect(findFaults({ ...sandbox, PAYMENTS_API_KEY: 'live_x' })).toHaveLength(1);
  });

  it.each([
    ['SECRET', 'short'],
    ['SECRET', 'a'.repeat(64)],
    ['PUBLIC_ORIGIN', 'http://tealight.example'],
    ['PAYMENTS_URL', 'http://payments.example'],
    ['PAYMENTS_URL', 'https://api.mollie.com/v2'],
    ['DEMO', '1'],
    ['RATE_LIMIT_FACTOR', '1.5'],
  ])('refuses an unsafe %s', (name, value) => {
    const faults = findFaults({ ...complete, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });

  it.each([
    ['STRIPE_API_KEY', 'sk_test_x'],
    ['STRIPE_API_KEY', 'rk_test_x'],
    ['STRIPE_URL', 'https://stripe.example'],
    ['STRIPE_WEBHOOK_SECRETS', ''],
    ['STRIPE_WEBHOOK_SECRETS', 'whsec_1,whsec_2,whsec_3'],
    ['STRIPE_WEBHOOK_SECRETS', 'secret'],
  ])('refuses an unsafe Stripe setting: %s', (name, value) => {
    const stripe = { STRIPE_API_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRETS: 'whsec_1, whsec_2' };
    expect(findFaults({ ...complete, ...stripe })).toEqual([]);
    const faults = findFaults({ ...complete, ...stripe, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });

  it('never prints a secret in its refusal', () => {
    const stripe = { STRIPE_API_KEY: 'hunter2', STRIPE_WEBHOOK_SECRETS: 'hunter2' };
    const secrets = { SECRET: 'hunter2', REDIS_URL: 'redis//:hunter2@bus', ...stripe };
    const faults = findFaults({ ...complete, ...secrets, PORT: 'x', SMTP_URL: '' }).join();
    expect(faults).not.toMatch(/hunter2|live_key|tealight@database/);
  });
});

describe('a production build (AUT-14)', () => {
  it('has no default accounts and no routes for tests, seeds, debugging or the clock', async () => {
    const test = await createTestApp({ env: { ...complete, RATE_LIMIT_FACTOR: '1' } });
    const get = async (url: string): Promise<number> =>
      (await test.app.server.inject({ url, headers: { host: 'tealight.example' } })).statusCode;
    const hooks = ['/dev/outbox', '/dev/outbox.css', '/dev/clock', '/control/payments', '/api/test', '/api/debug'];
    for (const url of hooks) expect([url, await get(url)]).toEqual([url, 404]);
    const settings = (await test.client().call('getSettings')).body;
    expect(settings.demo).toBe(false);
    expect(await test.sql('select 1 from members')).toEqual([]);
    for (const login of ['admin', 'demo', 'test', 'admin@tealight.example'])
      for (const password of ['admin', testPassword])
        expect((await test.client().call('logIn', { login, password })).body.error).toBe('login.failed');
    await test.close();
  });

  it('has the outbox on the demo site, which shows that the test above can fail', async () => {
    const test = await createTestApp({ env: { DEMO: '1' } });
    const answer = await test.app.server.inject({ url: '/dev/outbox', headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(200);
    await test.close();
  });
});
