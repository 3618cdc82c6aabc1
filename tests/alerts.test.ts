import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { createMetrics } from '../server/platform/monitoring/metrics.ts';
import { metrics } from '../server/modules.ts';
import { makeOpenFolder } from './support/temporary-folder.ts';

const folder = fileURLToPath(new URL('../deploy/prometheus/', import.meta.url));
const rules = readFileSync(`${folder}alerts.yml`, 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

/** An installed promtool; undefined if these tests are skipped. `npm run smoke` installs one if it may. */
const program = [process.env['PROMTOOL'], 'promtool'].find(
  (name) => name && spawnSync(name, ['--version'], { timeout: 10_000 }).status === 0,
);

if (!program) process.stdout.write('! No promtool here: the tests of deploy/prometheus are left out (promtool).\n');

function run(args: string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program ?? '', args, { cwd: folder, encoding: 'utf8', input });
  return { status, output: stdout + stderr };
}

describe('the operations document', () => {
  it('says for each alert what to do, and whether it wakes somebody', () => {
    const [, document = ''] = readFileSync(`${folder}../../docs/operations.md`, 'utf8').split(
      '### What each alert asks for',
    );
    const severities = [...rules.matchAll(/- alert: (\w+)\n[\s\S]*?severity: (\w+)/g)];
    const expected = severities.map(
      ([, name, severity]) => `| \`${name}\`${severity === 'page' ? ' **page**' : ''} | `,
    );
    expect(expected.filter((row) => !document.includes(row))).toEqual([]);
    expect(document.match(/\*\*page\*\* \|/g)).toHaveLength(expected.filter((row) => row.includes('page')).length);
  });
});

describe.skipIf(!program)('by promtool, the alerts', () => {
  it('are valid rules, and so is the configuration that loads them', () => {
    expect(run(['check', 'config', 'prometheus.yml']).output).toContain(`${alerts.length} rules found`);
  });

  it('read no more than Prometheus can answer, and neither does the dashboard', () => {
    const { panels } = JSON.parse(readFileSync(`${folder}../grafana/tealight.json`, 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const recorded = expressions.map((expr, at) => ({
      record: `panel:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    const file = join(makeOpenFolder(), 'panels.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules: recorded }] }));
    expect(run(['check', 'rules', file]).output).toContain(`${expressions.length} rules found`);
  });

  it('are silent while all is well, and each fires for its own cause', () => {
    expect(run(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ status: 0 });
    const tested = readFileSync(`${folder}alerts.test.yml`, 'utf8');
    expect(alerts.filter((name) => !tested.includes(`  - name: ${name}\n`))).toEqual([]);
    expect(alerts.filter((name) => !tested.includes(`{ alertname: ${name}, `))).toEqual([]);
  });

  it('read metrics that follow the rules of names', async () => {
    expect(run(['check', 'metrics'], await createMetrics(metrics).registry.metrics())).toEqual({
      status: 0,
      output: '',
    });
  });
});
