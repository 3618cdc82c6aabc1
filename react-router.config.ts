import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  buildDirectory: 'build/web',
  ssr: true,
  // A full manifest would show every route to every visitor, so links load only the routes that they lead to.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
    unstable_optimizeDeps: false,
  },
} satisfies Config;
