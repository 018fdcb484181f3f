import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

export interface Tab<Key extends string> {
  readonly key: Key
  readonly label: ReactNode
}

interface TabsProps<Key extends string> {
  /** Accessible name of the tab list. */
  readonly label: string
  readonly tabs: readonly Tab<Key>[]
  readonly value: Key
  readonly onChange: (key: Key) => void
  readonly className?: string
  /** Content of the selected tab. */
  readonly children: ReactNode
}

/** Alternative views, one at a time; arrow keys move between tabs. Links to other pages are no tabs. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label, tabs, value, onChange, className, children } = props
  const id = useId()
  const row = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ key }) => key === value)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    const tab = tabs.at(next % tabs.length)
    if (!tab) return
    event.preventDefault()
    onChange(tab.key)
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(tab)]?.focus()
  }

  return (
    <div className={className}>
      <div
        ref={row}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className="tabs"
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={`${id}-${tab.key}`}
            type="button"
            role="tab"
            aria-selected={tab.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            className="tab"
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        className="pt-group"
      >
        {children}
      </div>
    </div>
  )
}
