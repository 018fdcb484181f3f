/** What a change of one file asks of a running `npm run dev`. */
export type Reaction = 'migrate' | 'restart' | 'none'

/**
 * Pages are Vite's own business: it changes them in the browser. Calls and jobs run in processes that are started
 * anew. Migrations and demo content go into the database first.
 *
 * @param file path relative to the project, with `/`
 */
export function reactionTo(file: string): Reaction {
  if (!/\.(ts|sql|json|css|tsx)$/.test(file) || /(^|\/)tests\//.test(file)) return 'none'
  if (file.startsWith('db/')) return 'migrate'
  if (!file.startsWith('src/')) return 'none'
  const isPage = /\.(tsx|css)$|^src\/(design|apps\/web)\/|\/web\//.test(file)
  return isPage ? 'none' : 'restart'
}

/** The strongest of several reactions. */
export function strongest(reactions: readonly Reaction[]): Reaction {
  if (reactions.includes('migrate')) return 'migrate'
  return reactions.includes('restart') ? 'restart' : 'none'
}
