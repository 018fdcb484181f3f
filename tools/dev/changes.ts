/** The required reaction of `npm run dev` to a changed file. */
export type Reaction = 'migrate' | 'restart' | 'restart-worker' | 'none'

/** Text files by their readers: see `textsReadBy`. */
export interface ReadTexts {
  readonly pages: ReadonlySet<string>
  readonly programs: ReadonlySet<string>
}

/**
 * Pages are updated in the browser by Vite. Processes of calls and jobs are restarted. Migrations and demo content
 * are applied to the database first. Texts shared by pages and emails do not restart the server, because pages
 * would lose their connection to Vite.
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
