import { Menu as MenuIcon } from 'lucide-react'
import { Fragment, useId, useRef } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Menu, MenuLink } from '#design/parts/menu.tsx'
import { useCurrentInSight } from '../parts/use-current-in-sight.ts'

export interface OfficeNavGroup {
  readonly key: string
  /** Absent for the first page, which has no group. */
  readonly title?: string
  readonly entries: readonly { readonly path: string; readonly text: string }[]
}

interface OfficeNavProps {
  readonly label: string
  readonly groups: readonly OfficeNavGroup[]
  /** Path of the entry that the page belongs to. */
  readonly current: string | undefined
}

/**
 * Navigation of a back office: grouped in a sidebar on wide screens, else in a scrollable row, which begins with a menu
 * of all entries.
 */
export function OfficeNav({ label, groups, current }: OfficeNavProps) {
  const frame = useRef<HTMLElement>(null)
  useCurrentInSight(frame, current)
  return (
    <div className="-mx-2 flex border-b border-rule desk:contents">
      <div className="shrink-0 border-r border-rule pr-1 desk:hidden">
        <AllEntries label={label} groups={groups} />
      </div>
      <nav
        ref={frame}
        aria-label={label}
        className="relative flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none] desk:[scrollbar-width:thin] desk:sticky desk:top-0 desk:block desk:max-h-dvh desk:self-start desk:overflow-x-hidden desk:overflow-y-auto desk:py-4"
      >
        {groups.map((group) => (
          <Group key={group.key} group={group} current={current} />
        ))}
      </nav>
    </div>
  )
}

function AllEntries({ label, groups }: Pick<OfficeNavProps, 'label' | 'groups'>) {
  return (
    <Menu
      label={label}
      trigger={
        <>
          <MenuIcon size={20} aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </>
      }
      button={{ look: 'plain', className: 'mx-0' }}
      isSheet
    >
      {groups.map(({ key, title, entries }) => (
        <Fragment key={key}>
          {title !== undefined && (
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-sm font-semibold text-soft">
              {title}
            </p>
          )}
          {entries.map(({ path, text }) => (
            <MenuLink key={path} to={path}>
              {text}
            </MenuLink>
          ))}
        </Fragment>
      ))}
    </Menu>
  )
}

function Group({ group, current }: { group: OfficeNavGroup; current: string | undefined }) {
  const id = useId()
  const { title, entries } = group
  return (
    <div className="shrink-0 desk:not-first:mt-near">
      {title !== undefined && (
        <p id={id} className="hidden px-3 pb-1 text-sm font-semibold desk:block">
          {title}
        </p>
      )}
      <ul
        className="flex gap-1 desk:flex-col desk:gap-0"
        aria-labelledby={title === undefined ? undefined : id}
      >
        {entries.map(({ path, text }) => (
          <li key={path} className="shrink-0">
            <LocalLink
              to={path}
              aria-current={current === path ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-[3px] border-transparent px-2 text-note text-soft hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink desk:min-h-8 desk:rounded-md desk:border-b-0 desk:px-3 desk:hover:bg-sunk desk:aria-[current]:bg-sunk desk:aria-[current]:shadow-[inset_3px_0_0_var(--ink)]"
            >
              {text}
            </LocalLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Entries by their groups, in the order of the groups; those without a group first, groups without entries left out. */
export function groupsOf<Entry extends { readonly path: string }, Key extends string>(
  entries: readonly Entry[],
  keys: readonly Key[],
  options: {
    readonly groupOf: (entry: Entry) => Key | null
    readonly textOf: (entry: Entry) => string
    readonly titleOf: (key: Key) => string
  },
): OfficeNavGroup[] {
  const lines = (key: Key | null) =>
    entries
      .filter((entry) => options.groupOf(entry) === key)
      .map((entry) => ({ path: entry.path, text: options.textOf(entry) }))
  const groups: OfficeNavGroup[] = [
    { key: '', entries: lines(null) },
    ...keys.map((key) => ({ key, title: options.titleOf(key), entries: lines(key) })),
  ]
  return groups.filter((group) => group.entries.length > 0)
}
