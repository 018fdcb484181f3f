import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { buttonClass, type ButtonStyle } from './button.tsx'
import { LocalLink } from './local-link.tsx'

interface MenuProps {
  /** Name of the button and of its list. */
  readonly label: string
  /** What is in the button; the label itself when absent. */
  readonly trigger?: ReactNode
  readonly button?: ButtonStyle
  readonly align?: 'start' | 'end'
  /** Stands above the entries; the list's name says it aloud. */
  readonly heading?: string
  /** On a phone it lies at the foot of the screen, where thumbs are. */
  readonly isSheet?: boolean
  /** `MenuItem` and `MenuLink`. */
  readonly children: ReactNode
}

const itemSelector = '[role="menuitem"]:not([aria-disabled="true"])'
/** Between the button and the list, and between the list and the window's edge, in pixels. */
const gap = 4

/**
 * A button with a list of actions in the browser's own layer for such lists: arrow keys, Home, End and first letters
 * move, Escape or a press elsewhere closes, and the button has the focus again. An open list stays where it is in the
 * window while the page behind it scrolls: one that moved would be missed by the press it was aimed at by.
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

  // Who was quicker than the script has it open already.
  useEffect(() => {
    if (list.current?.matches(':popover-open')) onToggle(true)
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
        // Its size, and with it its place, is known once it is shown: nobody sees or presses it before.
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

/** An action; the list closes by itself. */
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
  /** An address of another site, opened beside this page. */
  readonly href?: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A way to another page. */
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

/** Below the button, or above it where there is more room; never past the window's edge. */
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
