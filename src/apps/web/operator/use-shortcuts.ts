import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const storageKey = 'office-single-keys'
const changed = new EventTarget()

/** Whether keys without a modifier do something; users of speech input or typing aids may turn them off. */
export function useSingleKeys(): readonly [isOn: boolean, set: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (notify) => {
      changed.addEventListener('change', notify)
      return () => changed.removeEventListener('change', notify)
    },
    () => stored() !== 'off',
    () => true,
  )
  const set = (next: boolean): void => {
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // Storage is closed to us: keys stay as they are.
    }
    changed.dispatchEvent(new Event('change'))
  }
  return [isOn, set]
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Ctrl+K or ⌘K opens the palette; `/` goes to the page's search, `j` and `k` from row to row. */
export function useShortcuts(openPalette: () => void): void {
  const [areSingleKeysOn] = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isKey(event, 'k') && (event.metaKey || event.ctrlKey)) {
      event.preventDefault()
      return openPalette()
    }
    if (!areSingleKeysOn || event.metaKey || event.ctrlKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    if (event.key === '/' || (event.code === 'Slash' && !event.shiftKey)) {
      event.preventDefault()
      const field = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (field) field.focus()
      else openPalette()
    }
    if (isKey(event, 'j')) goToRow(1)
    if (isKey(event, 'k')) goToRow(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** By the letter, or by where it is on the keyboard: a Georgian layout writes ჯ and კ there. */
function isKey({ key, code }: KeyboardEvent, letter: 'j' | 'k'): boolean {
  return key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`
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
