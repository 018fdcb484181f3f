import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { buttonClass, type ButtonStyle } from './button.tsx'
import { LocalLink } from './local-link.tsx'

interface MenuProps {
  /** Accessible name of the button and of its list. */
  readonly label: string
  /** Content of the button; the label by default. */
  readonly trigger?: ReactNode
  readonly button?: ButtonStyle
  readonly align?: 'start' | 'end'
  /** Heading above the entries; also the name of the list. */
  readonly heading?: string
  /** On phones it is at the bottom of the screen, near the thumbs. */
  readonly isSheet?: boolean
  /** `MenuItem` and `MenuLink`. */
  readonly children: ReactNode
}

const itemSelector = '[role="menuitem"]:not([aria-disabled="true"])'
/** Distance from the button to the list, and from the list to the window's edge, in pixels. */
const gap = 4

/**
 * A button with a list of actions in a native popover: arrow keys, Home, End and first letters move, Escape or a
 * click elsewhere closes it and restores the focus. An open list keeps its position while the page scrolls, so that
 * clicks do not miss.
 */
export function Menu(props: MenuProps) {
  const { label, trigger, button, align = 'start', heading, isSheet, children } = props
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  function placeList(): void {
    if (!opener.current || !list.current) return
    place(list.current, opener.current.getBoundingClientRect(), align)
    delete list.current.dataset['unplaced']
  }

  function onToggle(open: boolean): void {
    setOpen(open)
    if (!open) return
    placeList()
    list.current?.querySelector<HTMLElement>(itemSelector)?.focus()
  }

  // It may have been opened before hydration. A browser without popovers accepts the name only inside `:is`.
  useEffect(() => {
    if (list.current?.matches(':is(:popover-open)')) onToggle(true)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])

  useEffect(() => {
    if (!isOpen) return undefined
    window.addEventListener('resize', placeList)
    return () => window.removeEventListener('resize', placeList)
  })

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(itemSelector)]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = nextItem(items, at, event.key)
    if (event.key === 'Tab') list.current?.hidePopover()
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={trigger === undefined ? undefined : label}
        popoverTarget={id}
        className={buttonClass({ look: 'quiet', ...button })}
      >
        {trigger ?? label}
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        className={isSheet ? 'menu menu-sheet' : 'menu'}
        // Its size, and so its position, is known only when it is shown; until then it is invisible and not
        // clickable.
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.dataset['unplaced'] = ''
        }}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if ((event.target as Element).closest(itemSelector)) list.current?.hidePopover()
        }}
      >
        {heading !== undefined && (
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-sm text-soft">
            {heading}
          </p>
        )}
        {children}
      </div>
    </>
  )
}

interface MenuItemProps {
  readonly icon?: ReactNode
  readonly isDisabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/** An action; closes the list. */
export function MenuItem({ icon, isDisabled, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      className="menu-item"
      onClick={() => {
        if (!isDisabled) onSelect()
      }}
    >
      {icon}
      {children}
    </button>
  )
}

interface MenuLinkProps {
  /** A page of the shop. */
  readonly to?: string
  /** An address of another site, opened in a new tab. */
  readonly href?: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A link to another page. */
export function MenuLink({ to, href, icon, children }: MenuLinkProps) {
  const look = { role: 'menuitem', tabIndex: -1, className: 'menu-item' } as const
  return to === undefined ? (
    <a {...look} href={href} target="_blank" rel="noreferrer">
      {icon}
      {children}
    </a>
  ) : (
    <LocalLink {...look} to={to}>
      {icon}
      {children}
    </LocalLink>
  )
}

/** Below the button, or above it where there is more room; never beyond the window's edge. */
function place(list: HTMLElement, at: DOMRect, align: 'start' | 'end'): void {
  const { offsetWidth, offsetHeight, style } = list
  const { clientWidth, clientHeight } = document.documentElement
  const left = align === 'start' ? at.left : at.right - offsetWidth
  const fitsBelow = at.bottom + gap + offsetHeight <= clientHeight
  const top =
    fitsBelow || at.top < clientHeight - at.bottom ? at.bottom + gap : at.top - gap - offsetHeight
  const within = (wanted: number, most: number): string =>
    `${Math.max(gap, Math.min(wanted, most - gap))}px`
  style.setProperty('--menu-left', within(left, clientWidth - offsetWidth))
  style.setProperty('--menu-top', within(top, clientHeight - offsetHeight))
}

function nextItem(items: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const startsSo = (item: HTMLElement): boolean =>
    item.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(startsSo)
}
