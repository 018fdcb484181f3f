import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { buttonClass, type ButtonStyle } from './button.tsx'
import { LocalLink } from './local-link.tsx'

interface MenuProps {
  /** Name of the button and of its list. */
  readonly label: string
  /** What stands in the button; the label itself when absent. */
  readonly trigger?: ReactNode
  readonly button?: ButtonStyle
  readonly align?: 'start' | 'end'
  /** `MenuItem` and `MenuLink`. */
  readonly children: ReactNode
}

const itemSelector = '[role="menuitem"]:not([aria-disabled="true"])'
/** Between the button and the list, and between the list and the window's edge, in pixels. */
const gap = 4

/**
 * A button with a list of actions in the browser's own layer for such lists: arrow keys, Home, End and first letters
 * move, Escape or a press elsewhere closes, and the button has the focus again.
 */
export function Menu({ label, trigger, button, align = 'start', children }: MenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  function onToggle(open: boolean): void {
    setOpen(open)
    if (!open || !opener.current || !list.current) return
    place(list.current, opener.current.getBoundingClientRect(), align)
    list.current.querySelector<HTMLElement>(itemSelector)?.focus()
  }

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
        className="menu"
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          if ((event.target as Element).closest(itemSelector)) list.current?.hidePopover()
        }}
      >
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
  style.left = `${Math.max(gap, Math.min(left, clientWidth - offsetWidth - gap))}px`
  style.top = `${Math.max(gap, Math.min(top, clientHeight - offsetHeight - gap))}px`
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
