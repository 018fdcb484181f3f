import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

/**
 * The list of routes comes with the first page. For each route it also names every script its module imports, so
 * that a link can be looked after before it is pressed. Only pages that many links lead to keep those names: of the
 * others they are not worth what every visitor would load for them, and their modules find their imports anyway.
 */
const folder = fileURLToPath(new URL('../build/client/assets/', import.meta.url))
const start = 'window.__reactRouterManifest='

interface Route {
  readonly id: string
  imports?: string[]
}

for (const name of await readdir(folder)) {
  if (!/^manifest-.*\.js$/.test(name)) continue
  const file = path.join(folder, name)
  const text = await readFile(file, 'utf8')
  if (!text.startsWith(start)) throw new Error(`${name} is not the list of routes as it was`)
  const manifest = JSON.parse(text.slice(start.length).replace(/;\s*$/, '')) as {
    routes: Record<string, Route>
  }
  for (const route of Object.values(manifest.routes)) {
    if (route.imports && isSeldom(route)) route.imports = []
  }
  await writeFile(file, `${start}${JSON.stringify(manifest)};`)
}

/** From home to a show, its places and the search. */
function isSeldom({ id }: Route): boolean {
  return !/^(root|ka|en|(ka|en):(showing|\/|\/category\/:slug|\/search|\/shows\/:slug|\/events\/:eventId))$/.test(
    id,
  )
}
