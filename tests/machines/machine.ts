/** One server process of a shop with a page of its own, which says when and by whom it was made. */
import { createContext } from 'react-router'
import { exitWith } from '#apps/server/exit.ts'
import { serve } from '#apps/server/serve.ts'
import type { PublicPages } from '#apps/web/public-page.ts'
import { readConfig } from '#platform/config.ts'
import { serverBuild } from '../../src/apps/server/tests/server-build.ts'

let renderings = 0

const createPublicPages = (): PublicPages => ({
  find: () => ({
    locale: 'ka',
    query: [],
    render: async () => `<p>${process.pid} ${(renderings += 1)}</p>`,
  }),
})

const build = serverBuild(
  { serverCallsContext: createContext(), createPublicPages },
  { loader: () => new Response() },
)

try {
  const config = readConfig(process.env)
  await serve({ ...config, DATABASE_URL: config.DATABASE_URL ?? '' }, { build })
} catch (error) {
  exitWith(error)
}
