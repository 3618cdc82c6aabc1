import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readPort, stopProcess } from './app.ts';
import { root } from './database.ts';

/** The sources of a one-word page, built with the same framework and options as ours and served by its own server. */
const sources: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'react-router.config.ts': `export default { ssr: true, routeDiscovery: { mode: 'lazy' }, future: { v8_middleware: true,
    v8_splitRouteModules: true, v8_viteEnvironmentApi: true, v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true, unstable_optimizeDeps: false } };`,
  'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
    export default { plugins: [reactRouter()], build: { target: 'es2023' } };`,
  'app/routes.ts': `import { index } from '@react-router/dev/routes'; export default [index('home.tsx')];`,
  'app/home.tsx': `export async function loader() { return null; } export default function Home() { return <p>Hello</p>; }`,
  'app/entry.server.tsx': `import { renderToReadableStream } from 'react-dom/server';
    import { ServerRouter } from 'react-router';
    export default async function handle(request, status, headers, context) {
      const body = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
      headers.set('content-type', 'text/html; charset=utf-8');
      return new Response(body, { headers, status });
    }`,
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
    export default function Root() {
      return <html lang="en"><head><meta charSet="utf-8" /><title>Empty</title><Meta /><Links /></head>
        <body><Outlet /><ScrollRestoration /><Scripts /></body></html>;
    }`,
  'serve.mjs': `import { createServer } from 'node:http';
    import { createRequestListener } from '@react-router/node';
    import { RouterContextProvider } from 'react-router';
    const build = await import('./build/server/index.js');
    const listen = createRequestListener({ build, mode: 'production', getLoadContext: () => new RouterContextProvider() });
    const server = createServer(listen).listen(0, '127.0.0.1', () => console.log('listening at :' + server.address().port));`,
};

/** Builds the empty page and serves it from a separate process. */
export async function serveEmptyPage(): Promise<{ pid: number; port: number; stop(): Promise<void> }> {
  const folder = join(root, '.cache/bench/empty-page');
  await mkdir(join(folder, 'app'), { recursive: true });
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text);
  const env = { ...process.env, NODE_ENV: 'production' };
  const build = spawn(process.execPath, [join(root, 'node_modules/@react-router/dev/bin.js'), 'build'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  build.stderr.on('data', (chunk) => (said += chunk));
  const [code] = (await once(build, 'close')) as [number];
  if (code !== 0) throw new Error(`the empty page was not built: ${said}`);
  const server = spawn(process.execPath, ['serve.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await readPort(server, /listening at :(\d+)/);
  return { pid: server.pid ?? 0, port, stop: () => stopProcess(server) };
}
