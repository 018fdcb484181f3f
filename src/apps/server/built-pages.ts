import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServerBuild } from 'react-router'
import { ConfigError, type Config } from '#platform/config.ts'

const buildFile = new URL('../../../build/server/index.js', import.meta.url)

/**
 * The web build of `npm run build`; undefined if it does not exist, which a server in production refuses: it would
 * report that it is ready and answer every page with 404.
 */
export async function readBuiltPages(
  { MODE }: Pick<Config, 'MODE'>,
  file: URL = buildFile,
): Promise<ServerBuild | undefined> {
  if (existsSync(fileURLToPath(file))) return (await import(file.href)) as ServerBuild
  if (MODE === 'production') throw new ConfigError('The pages are not built: run `npm run build`')
  return undefined
}
