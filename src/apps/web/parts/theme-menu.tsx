import { useEffect, useRef, useSyncExternalStore } from 'react'
import { CheckIcon, DeviceIcon, MoonIcon, SunIcon } from '#design/parts/icon.tsx'
import { storedTheme, storeTheme, themeChoices, watchTheme, type ThemeChoice } from '../theme.ts'
import { useShellTexts } from '../texts.ts'

const labels = { light: 'themeLight', dark: 'themeDark', system: 'themeSystem' } as const
const signs = { light: SunIcon, dark: MoonIcon, system: DeviceIcon } as const

/** A menu of three themes, opened and closed by the native disclosure element. */
export function ThemeMenu() {
  const t = useShellTexts()
  const details = useRef<HTMLDetailsElement>(null)
  const chosen = useSyncExternalStore<ThemeChoice>(watchTheme, storedTheme, () => 'system')
  useEffect(() => closeFromOutside(details), [])

  function choose(choice: ThemeChoice): void {
    storeTheme(choice)
    if (details.current) details.current.open = false
    details.current?.querySelector('summary')?.focus()
  }

  const Sign = signs[chosen]
  return (
    <details ref={details} className="relative">
      <summary
        aria-label={t('theme')}
        className="grid size-11 list-none place-items-center rounded-md hover:bg-sunk [&::-webkit-details-marker]:hidden"
      >
        <Sign />
      </summary>
      <div className="layer absolute right-0 z-40 mt-1 min-w-48 p-1">
        {themeChoices.map((choice) => {
          const ChoiceSign = signs[choice]
          return (
            <button
              key={choice}
              type="button"
              aria-pressed={chosen === choice}
              onClick={() => choose(choice)}
              className="flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left hover:bg-sunk"
            >
              <ChoiceSign size={18} />
              <span className="grow">{t(labels[choice])}</span>
              {chosen === choice && <CheckIcon size={18} />}
            </button>
          )
        })}
      </div>
    </details>
  )
}

/** A press elsewhere and Escape close it, like a menu. iOS tells of a tap on nothing only as a pointer, not as a click. */
function closeFromOutside(details: React.RefObject<HTMLDetailsElement | null>): () => void {
  function close(event: Event): void {
    const element = details.current
    if (!element?.open) return
    if (event instanceof KeyboardEvent) {
      if (event.key !== 'Escape') return
      element.open = false
      element.querySelector('summary')?.focus()
    } else if (!element.contains(event.target as Node)) {
      element.open = false
    }
  }
  document.addEventListener('pointerup', close)
  document.addEventListener('keydown', close)
  return () => {
    document.removeEventListener('pointerup', close)
    document.removeEventListener('keydown', close)
  }
}
