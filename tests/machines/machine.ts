/** One server process of a shop with a page of its own, which says when and by whom it was made. */
import { createContext, type ServerBuild } from 'react-router'
import { exitWith } from '#apps/server/exit.ts'
import { serve } from '#apps/server/serve.ts'
import type { PublicPages } from '#apps/web/public-page.ts'
import { readConfig } from '#platform/config.ts'

let renderings = 0

const createPublicPages = (): PublicPages => ({
  find: () => ({
    locale: 'ka',
    query: [],
    render: async () => `<p>${process.pid} ${(renderings += 1)}</p>`,
  }),
})

const build = {
  entry: {
    module: {
      default: () => new Response(),
      serverCallsContext: createContext(),
      inlineScriptSources: [],
      createPublicPages,
    },
  },
  routes: { root: { id: 'root', path: '*', module: { loader: () => new Response() } } },
  assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '' },
  publicPath: '/',
  basename: '/',
  assetsBuildDirectory: '',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild

try {
  const config = readConfig(process.env)
  await serve({ ...config, DATABASE_URL: config.DATABASE_URL ?? '' }, { build })
} catch (error) {
  exitWith(error)
}
