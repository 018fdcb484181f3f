import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/apps/web',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known from the start: otherwise the browser asks for one huge manifest address.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
