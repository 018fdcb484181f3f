/** What a change of one file asks of a running `npm run dev`. */
export type Reaction = 'migrate' | 'restart' | 'restart-worker' | 'none'

/** Files of texts by who reads them: see `textsReadBy`. */
export interface ReadTexts {
  readonly pages: ReadonlySet<string>
  readonly programs: ReadonlySet<string>
}

/**
 * Pages are Vite's own business: it changes them in the browser. Calls and jobs run in processes that are started
 * again. Migrations and demo content go into the database first. Texts that pages share with emails leave the server
 * running, since a page loses its connection to Vite with it.
 *
 * @param file path relative to the project, with `/`
 */
export function reactionTo(file: string, texts: ReadTexts): Reaction {
  if (!/\.(ts|sql|json|css|tsx)$/.test(file) || /(^|\/)tests\//.test(file)) return 'none'
  if (file.startsWith('db/')) return 'migrate'
  if (!file.startsWith('src/')) return 'none'
  if (texts.pages.has(file)) return texts.programs.has(file) ? 'restart-worker' : 'none'
  const isPage = /\.(tsx|css)$|^src\/(design|apps\/web)\/|\/web\//.test(file)
  return isPage ? 'none' : 'restart'
}

/** The strongest of several reactions. */
export function strongest(reactions: readonly Reaction[]): Reaction {
  if (reactions.includes('migrate')) return 'migrate'
  if (reactions.includes('restart')) return 'restart'
  return reactions.includes('restart-worker') ? 'restart-worker' : 'none'
}
