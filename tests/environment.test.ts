import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readConfig, readEnvironment } from '../server/program/config.ts';

const readText = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const names = readText('docs/settings.md')
  .split('\n')
  .filter((line) => /^\| `[A-Z0-9_]+`/.test(line))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''));

describe('the environment', () => {
  it('has the variables that docs/settings.md lists, and no others', () => {
    const code = ['config.ts', 'config-mail.ts', 'config-payments.ts']
      .map((name) => readText(`server/program/${name}`))
      .join('');
    const read = [...code.matchAll(/env\['([A-Z0-9_]+)'\]|\b([A-Z][A-Z0-9]+(?:_[A-Z]+)+)\b/g)].map(
      ([, one, other]) => one ?? other,
    );
    expect([...new Set(read)].toSorted()).toEqual(names.toSorted());
  });

  it('treats an empty variable as unset, as files made from a template have them', () => {
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readConfig(empty, '/srv/tealight')).toEqual(readConfig({}, '/srv/tealight'));
    const fault = (env: Record<string, string>): unknown => {
      try {
        return readConfig(env, '/srv/tealight');
      } catch (error) {
        return error;
      }
    };
    expect(fault({ ...empty, NODE_ENV: 'production' })).toEqual(fault({ NODE_ENV: 'production' }));
  });

  it('takes the DKIM key as text or as the path of its file', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const folder = mkdtempSync(join(tmpdir(), 'tealight-dkim-'));
    writeFileSync(join(folder, 'key.pem'), privateKey);
    const readKey = (DKIM_KEY: string): string | undefined =>
      readConfig({ DKIM_KEY, DKIM_SELECTOR: 's1', MAIL_FROM: 'a@b.example' }, folder).mail.dkim?.key;
    for (const text of [privateKey, privateKey.replaceAll('\n', '\\n'), 'key.pem', join(folder, 'key.pem')])
      expect(readKey(text)).toBe(privateKey);
    expect(() => readKey('other.pem')).toThrow('DKIM_KEY');
    rmSync(folder, { recursive: true });
  });

  it('names variables that look misspelled, and no others', () => {
    const others = {
      PATH: '/bin',
      HOSTNAME: 'a',
      LOGNAME: 'b',
      PORTS: '1',
      NODE_OPTIONS: '',
      SMTP_HOST: 'c',
      npm_config_port: '1',
    };
    const wrong = { TRUSTED_PROXY: '1', SMTPURL: 'smtp://a', PUBLIC_ORIGN: 'https://a', REDIS_URI: 'redis://a' };
    expect(readConfig({ ...others, ...wrong, PORT: '1' }, '/srv/tealight').misspelled).toEqual([
      'TRUSTED_PROXY (TRUST_PROXY?)',
      'SMTPURL (SMTP_URL?)',
      'PUBLIC_ORIGN (PUBLIC_ORIGIN?)',
      'REDIS_URI (REDIS_URL?)',
    ]);
  });

  it('fills no database of DATABASE_URL with demo members unless told to', () => {
    const isDemo = (env: Record<string, string>): boolean => readConfig(env, '/srv/tealight').demo;
    const DATABASE_URL = 'postgres://tealight@database/tealight';
    expect([isDemo({ DATABASE_URL }), isDemo({ DATABASE_URL, DEMO: '1' })]).toEqual([false, true]);
    expect([isDemo({}), isDemo({ DEMO: '0' })]).toEqual([true, false]);
  });

  it('is also read from a file, whose variables the environment overrides', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tealight-env-'));
    const ENV_FILE = join(folder, 'env');
    writeFileSync(ENV_FILE, '# a comment\nPORT=4100\nDATA_DIR="/srv/data"\nLOG_LEVEL=\n');
    const read = readConfig(readEnvironment({ ENV_FILE, PORT: '4200', DATA_DIR: '' }), '/srv/tealight');
    expect(read).toMatchObject({ port: 4200, dataDir: '/srv/data', logLevel: 'warn' });
    expect(() => readEnvironment({ ENV_FILE: join(folder, 'other') })).toThrow('ENV_FILE');
    rmSync(folder, { recursive: true });
  });
});
