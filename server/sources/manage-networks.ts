import { parseArgs } from 'node:util';

import type { AppContext } from '../context.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { addNetwork, countPostbacks, endNetwork, listNetworks } from './queries.ts';
import { type Act, templateFault } from './rules.ts';

const help = [
  'npm run networks -- list',
  'npm run networks -- add <name> [--sign-up <address>] [--first-purchase <address>]',
  '    without an address, the network is named for the funnel alone;',
  '    an address is asked once for each sign-up, or first purchase, of somebody who came by ?network=<name>;',
  '    its query may name {event_id} (needed: the same when it is repeated), {event}, {network}, {ref}, {sub1}, {sub2},',
  '    {sub3}, and for purchases {value} and {currency}; its host must stand in POSTBACK_HOSTS',
  'npm run networks -- end <name>',
];

type Context = Pick<AppContext, 'clock' | 'config' | 'database'> & AtDesk;
type Say = (line: string) => void;

/** Adds, lists and ends the networks of the funnel and of postbacks. Returns the exit code. */
export async function manageNetworks(
  context: Context,
  [action = 'list', ...words]: string[],
  say: Say,
): Promise<number> {
  if (action === 'list' && words.length === 0) return list(context, say);
  if (action === 'add') return add(context, words, say);
  if (action === 'end' && words[0] !== undefined && words.length === 1) return end(context, words[0], say);
  for (const line of help) say(line);
  return 1;
}

async function add(context: Context, words: string[], say: Say): Promise<number> {
  const { clock, config, database } = context;
  const network = readNetwork(words, config.postbackOrigins);
  if (typeof network === 'string') {
    say(network);
    return 1;
  }
  const added = await database.transaction(async (tx) => {
    const count = await tx.run(addNetwork, { ...network, now: clock.now() });
    if (count > 0) await recordAct(context, tx, { act: 'networks-add', about: network.name });
    return count;
  });
  say(added > 0 ? `${network.name} is added.` : `${network.name} exists already: end it first.`);
  return added > 0 ? 0 : 1;
}

interface NewNetwork {
  name: string;
  signUpUrl: string | null;
  firstPurchaseUrl: string | null;
}

/** Reads the words after `add`; returns an error message if they are wrong. */
function readNetwork(words: string[], origins: readonly string[]): NewNetwork | string {
  let parsed;
  try {
    parsed = parseArgs({
      args: words,
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

async function list(context: Context, say: Say): Promise<number> {
  const [networks, counts] = await context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'networks-list' });
    return [await tx.all(listNetworks), await tx.all(countPostbacks)] as const;
  });
  if (networks.length === 0) say('There are no networks.');
  for (const { name, sign_up_url: signUp, first_purchase_url: firstPurchase, ended_at: ended } of networks) {
    const states = counts.filter(({ network }) => network === name).map(({ state, count }) => `${count} ${state}`);
    const nothing = signUp === null && firstPurchase === null ? 'told of nothing' : 'nothing to tell yet';
    say([name, ended ? 'ended' : 'active', states.join(', ') || nothing].join('  '));
    if (signUp !== null) say(`    sign-up         ${signUp}`);
    if (firstPurchase !== null) say(`    first purchase  ${firstPurchase}`);
  }
  return 0;
}

async function end(context: Context, name: string, say: Say): Promise<number> {
  const ended = await context.database.transaction(async (tx) => {
    const count = await tx.run(endNetwork, { name, now: context.clock.now() });
    if (count > 0) await recordAct(context, tx, { act: 'networks-end', about: name });
    return count;
  });
  say(ended > 0 ? `${name} is ended.` : `${name} is not active.`);
  return ended > 0 ? 0 : 1;
}
