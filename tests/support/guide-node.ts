import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** The Node with which the guide is followed: that of the tests, unless the variable names another. */
export const guideNode = process.env['GUIDE_NODE'] ?? process.execPath;

/** PATH with that Node first. */
export const guidePath = `${dirname(guideNode)}:${process.env['PATH']}`;

const version = execFileSync(guideNode, ['--version'], { encoding: 'utf8' });
if (!version.startsWith('v24.')) process.stdout.write(`! No Node 24 here: the guide is followed with Node ${version}`);
