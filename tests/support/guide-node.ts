import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** The Node that docs/operations.md installs, if `npm run smoke` could fetch it; otherwise that of the tests. */
export const guideNode = process.env['GUIDE_NODE'] ?? process.execPath;

/** PATH with that Node first. */
export const guidePath = `${dirname(guideNode)}:${process.env['PATH']}`;

const version = execFileSync(guideNode, ['--version'], { encoding: 'utf8' });
if (!version.startsWith('v24.')) process.stdout.write(`! No Node 24 here: the guide is followed with Node ${version}`);
