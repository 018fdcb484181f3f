import { useSyncExternalStore } from 'react'

const storageKey = 'office-single-keys'
const changed = new EventTarget()

/** Whether shortcuts without a modifier are enabled; users of speech input or typing aids may disable them. */
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
      // Storage is blocked: shortcuts stay as they are.
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
