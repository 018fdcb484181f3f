import { operationName } from '#contract/call.ts'
import { specifiedCalls } from './coverage.ts'

/** Users of a call: page addresses, nearest first, and names of partner scenarios. */
export interface CallUsers {
  readonly pages: readonly string[]
  readonly walks: readonly string[]
}

/** Maximum number of users listed per call and kind. */
const named = 2

/** `docs/calls.md`: the pages and partner scenarios that use each specified call. */
export function usersTable(usersOf: (id: string) => CallUsers): string {
  const areas = Map.groupBy(specifiedCalls(), ({ area }) => area)
  const sections = [...areas].map(([area, calls]) => {
    const rows = calls.map((call) => {
      const { pages, walks } = usersOf(call.id)
      const shown = pages.slice(0, named).map((page) => `\`${page}\``)
      return `| \`${call.method} ${call.path}\` | ${shown.join(', ')} | ${walks.join(', ')} |`
    })
    return `## ${area}\n\n| Call | Pages | Walks |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `${heading}\n${sections.join('\n')}`
}

const heading = `# Who uses each call

Of each of the 275 specified calls: pages that use it (the nearest ones; \`every page\` is the frame around them), and walks of
[partners](guides/partners.md). Written by \`WRITE_CALLS=1 npm run test:one -- tests/walks\`; the same test fails when a row says
what is not so, or when a call has nobody.
`

export interface TableRow {
  readonly id: string
  readonly operationId: string
  readonly pages: readonly string[]
  readonly walks: readonly string[]
}

/** Parses the rows of the written table. */
export function readUsersTable(text: string): TableRow[] {
  const ids = new Map(specifiedCalls().map((call) => [`${call.method} ${call.path}`, call.id]))
  return [...text.matchAll(/^\| `([A-Z]+ \/[^`]+)` \| (.*) \| (.*) \|$/gm)].map(
    ([, call = '', pages = '', walks = '']) => {
      const id = ids.get(call)
      if (id === undefined) throw new Error(`${call} is not specified`)
      return {
        id,
        operationId: operationName({ id }),
        pages: [...pages.matchAll(/`([^`]+)`/g)].map(([, page = '']) => page),
        walks: walks.split(', ').filter((walk) => walk.trim() !== ''),
      }
    },
  )
}
