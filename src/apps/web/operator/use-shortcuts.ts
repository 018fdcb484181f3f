import { useEffect, useEffectEvent } from 'react'
import { useSingleKeys } from '#design/data/single-keys.ts'

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

/** By the letter, or by the key's position: a Georgian layout produces ჯ and კ there. */
function isKey({ key, code }: KeyboardEvent, letter: 'j' | 'k'): boolean {
  return key.toLowerCase() === letter || code === `Key${letter.toUpperCase()}`
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable]') !== null
  )
}

/** Focuses the first link of the next row that has one, from the current focus. */
function goToRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll('main :is(tbody > tr, ol > li, ul > li)')].flatMap(
    (row) => row.querySelector<HTMLAnchorElement>('a[href]') ?? [],
  )
  const at = links.findIndex((link) => link.closest('tr, li')?.contains(document.activeElement))
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[next]?.focus()
}
