import { parseArgs } from 'node:util';

import { utcDay } from '../../contract/platform/calendar.ts';
import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import { after, dayMs, monthsBefore } from '../platform/clock.ts';
import { csvLine } from '../platform/text/csv.ts';
import { dayForm, defineCommand, defineCommands, readDay } from '../staff/command.ts';
import {
  type KnownNetwork,
  type NetworkContext,
  type NewNetwork,
  addNamedNetwork,
  endNamedNetwork,
  listAllNetworks,
} from './manage-networks.ts';
import { type Act, templateFault, unknownNetwork } from './rules.ts';
import { type FunnelLine, type FunnelContext, type FunnelPeriod, sumFunnel } from './sum-funnel.ts';

const help = [
  'npm run networks -- list',
  'npm run networks -- add <name> [--sign-up <address>] [--first-purchase <address>]',
  '    without an address, the network is only named in the funnel;',
  '    an address is called once for each sign-up, or first purchase, of somebody who came through ?network=<name>;',
  '    its query may contain {event_id} (required; the same in a repeated call), {event}, {network}, {ref}, {sub1}, {sub2},',
  '    {sub3}, and for purchases {value} and {currency}; POSTBACK_HOSTS must name its host',
  'npm run networks -- end <name>',
];

export const networkCommands = defineCommands(help, {
  list: defineCommand(help, {
    read: (words) => (words.length === 0 ? {} : null),
    run: listAllNetworks,
    print: (networks) => ({
      lines: networks.length === 0 ? ['There are no networks.'] : networks.flatMap(formatNetwork),
    }),
  }),
  add: defineCommand(help, {
    read: (words, { config }: NetworkContext) => {
      const network = readNetwork(words, config.postbackOrigins);
      return typeof network === 'string' ? network : { network };
    },
    run: addNamedNetwork,
    print: (isAdded, { network: { name } }) => ({
      lines: [isAdded ? `${name} is added.` : `${name} already exists: end it first.`],
      failed: !isAdded,
    }),
  }),
  end: defineCommand(help, {
    read: ([name, ...others]) => (name === undefined || others.length > 0 ? null : { name }),
    run: endNamedNetwork,
    print: (isEnded, { name }) => ({
      lines: [isEnded ? `${name} is ended.` : `${name} is not active.`],
      failed: !isEnded,
    }),
  }),
});

const funnelHelp = [
  'npm run funnel -- [--from 2026-01-01] [--to 2026-02-01]    the days are those of UTC; the last is not included; ' +
    `no earlier than ${trackingKeptMonths} months ago`,
];

const columns = ['network', 'ref', 'visits', 'measured', 'bounces', 'sign_ups', 'confirmed', 'buyers', 'money'];

/**
 * Prints the funnel as CSV. Sign-ups keep their link for 13 months, so earlier periods are refused: their visits have
 * no sign-ups to compare.
 */
export const funnelCommand = defineCommand(funnelHelp, {
  read: (words, { clock }: FunnelContext) => readPeriod(words, clock.now()),
  run: sumFunnel,
  print: (lines) => ({ lines: [columns, ...lines.map(listCells)].map((cells) => csvLine(cells).trimEnd()) }),
});

function listCells({ network, ref, visits, measured, bounces, ...people }: FunnelLine): (string | number)[] {
  const { signUps, confirmed, buyers, money } = people;
  const name = network === unknownNetwork ? '(not in networks)' : network;
  return [name, ref, visits, measured, bounces, signUps, confirmed, buyers, formatMoney(money)];
}

function formatMoney(money: ReadonlyMap<string, number>): string {
  return [...money]
    .map(([currency, minor]) => `${currency} ${(minor / 100).toFixed(2)}`)
    .toSorted()
    .join(', ');
}

function readPeriod(words: readonly string[], now: Date): FunnelPeriod | string {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { from, to } = parseArgs({ args: [...words], options }).values;
    const firstDay = new Date(utcDay(after(monthsBefore(now, trackingKeptMonths), dayMs)));
    const first = from === undefined ? firstDay : readDay(from);
    const until = to === undefined ? after(now, dayMs) : readDay(to);
    if (!first || !until) return `--from and --to are each ${dayForm}`;
    if (until <= first) return '--from is before --to';
    return first < firstDay
      ? `the links of sign-ups are known since ${utcDay(firstDay)}: --from is no earlier day`
      : { from: first, until };
  } catch (error) {
    return (error as Error).message;
  }
}

function formatNetwork({ network, counts }: KnownNetwork): string[] {
  const { name, sign_up_url: signUp, first_purchase_url: firstPurchase, ended_at: ended } = network;
  const states = counts.map(({ state, count }) => `${count} ${state}`);
  const nothing = signUp === null && firstPurchase === null ? 'told of nothing' : 'nothing to tell yet';
  return [
    [name, ended ? 'ended' : 'active', states.join(', ') || nothing].join('  '),
    ...(signUp === null ? [] : [`    sign-up         ${signUp}`]),
    ...(firstPurchase === null ? [] : [`    first purchase  ${firstPurchase}`]),
  ];
}

function readNetwork(words: readonly string[], origins: readonly string[]): NewNetwork | string {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { 'sign-up': { type: 'string' }, 'first-purchase': { type: 'string' } },
    });
  } catch (error) {
    return (error as Error).message;
  }
  const { positionals, values } = parsed;
  const name = (positionals[0] ?? '').toLowerCase();
  if (positionals.length !== 1 || !/^[a-z0-9._-]{1,40}$/.test(name))
    return 'name one network: up to 40 letters, digits, dots, underscores and hyphens';
  const { 'sign-up': signUpUrl = null, 'first-purchase': firstPurchaseUrl = null } = values;
  const templates: [Act, string | null][] = [
    ['sign-up', signUpUrl],
    ['first-purchase', firstPurchaseUrl],
  ];
  for (const [act, template] of templates) {
    const fault = template === null ? undefined : templateFault(template, act, origins);
    if (fault !== undefined) return `--${act}: ${fault}`;
  }
  return { name, signUpUrl, firstPurchaseUrl };
}
