import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const storageKey = 'office-single-keys'
const changed = new EventTarget()

/** Whether keys without a modifier do something; whoever speaks to a computer or types with aids may turn them off. */
export function useSingleKeys(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (notify) => {
      changed.addEventListener('change', notify)
      return () => changed.removeEventListener('change', notify)
    },
    () => localStorage.getItem(storageKey) !== 'off',
    () => true,
  )
  const set = (next: boolean): void => {
    localStorage.setItem(storageKey, next ? 'on' : 'off')
    changed.dispatchEvent(new Event('change'))
  }
  return [isOn, set]
}

/** Ctrl+K or ⌘K opens the palette; `/` goes to the page's search, `j` and `k` from row to row. */
export function useShortcuts(openPalette: () => void): void {
  const [areSingleKeysOn] = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      return openPalette()
    }
    if (!areSingleKeysOn || event.metaKey || event.ctrlKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    if (event.key === '/') {
      event.preventDefault()
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else openPalette()
    }
    if (event.key === 'j' || event.key === 'k') goToRow(event.key === 'j' ? 1 : -1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

/** The first link of the next row with one, from where the focus is. */
function goToRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll('main :is(tbody > tr, ol > li, ul > li)')].flatMap(
    (row) => row.querySelector<HTMLAnchorElement>('a[href]') ?? [],
  )
  const at = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[next]?.focus()
}
