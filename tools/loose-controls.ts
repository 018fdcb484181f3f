import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Controls and titles that a page draws by itself instead of taking them from the kit, by kind. Each number may only
 * go down: it is what was left when the kit came, and a test fails when there is more (or fewer, so that the number
 * here follows).
 */
export interface LooseKind {
  readonly kind: string
  readonly pattern: RegExp
  readonly instead: string
  readonly allowed: number
}

export const looseKinds: readonly LooseKind[] = [
  { kind: 'title', pattern: /<h1\b(?!\s+className="sr-only")/g, instead: 'PageTitle', allowed: 0 },
  {
    kind: 'button',
    pattern:
      /(?<=["'`])button(?:-[a-z]+)?(?=[ "'`])(?=[^\n]*["'`])(?<=className=(?:"|\{[^\n]*)[^\n]*)/g,
    instead: 'Button or LinkButton',
    allowed: 0,
  },
  {
    kind: 'choice',
    pattern: /type="(?:checkbox|radio)"/g,
    instead: 'Checkbox, Radio or Switch',
    // The stars of a rating.
    allowed: 1,
  },
  {
    kind: 'field',
    pattern: /(?<=className=(?:"|\{[^\n]*["'`]))field(?=[ "'`])/g,
    instead: 'TextField, Textarea, Select or DateField',
    // The search in the header, on every first page, whose list comes when it is used.
    allowed: 1,
  },
  {
    kind: 'skeleton',
    pattern: /(?<=className=(?:"|\{[^\n]*["'`]))skeleton(?=[ "'`])/g,
    instead: 'Skeleton',
    // The seat map and its basket, which stretch with the window.
    allowed: 3,
  },
  {
    kind: 'card',
    pattern: /rounded-(?:lg|xl) (?:border border-rule )?bg-card/g,
    instead: 'Card or Panel',
    allowed: 0,
  },
  // Stories and the code at the door fill the screen.
  { kind: 'dialog', pattern: /<dialog\b/g, instead: 'Dialog', allowed: 2 },
  // A calendar's days, and the figures of a chart for screen readers.
  { kind: 'table', pattern: /<table\b/g, instead: 'Table', allowed: 2 },
]

/** Where each kind is outside the kit, as `file:line`. */
export function looseControls(root: string, kind: LooseKind): string[] {
  const files = globSync('src/{modules,apps,flows}/**/*.tsx', { cwd: root }).map((file) =>
    file.split(path.sep).join('/'),
  )
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    return [...text.matchAll(kind.pattern)].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    )
  })
}
