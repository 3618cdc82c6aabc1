/** The files of a one-word page with the same framework and options as ours. */
export const emptyPage: Readonly<Record<string, string>> = {
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
