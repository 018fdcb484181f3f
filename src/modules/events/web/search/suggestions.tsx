/**
 * Suggestions of the header's search box: a listbox following ARIA 1.2. The box itself is plain HTML and works
 * without it; this is loaded when the box is first focused.
 */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { reportChoice } from './choice.ts'
import { forget, remember, useRemembered } from './device.ts'
import { optionGroups, type Option } from './options.ts'
import { OptionRow } from './option-row.tsx'
import { useSearchTexts } from './texts.ts'
import { useSuggestions } from './use-suggestions.ts'

/** The header's box refers to this id. */
const listId = 'search-suggestions'

export function Suggestions({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const t = useSearchTexts()
  const locale = useLocale()
  const navigate = useNavigate()
  const [text, setText] = useState(() => input.current?.value ?? '')
  const [isOpen, setOpen] = useState(true)
  const [active, setActive] = useState(-1)
  const recent = useRemembered('recent')
  const found = useSuggestions(text)
  const groups = optionGroups({ text, found, recent }, t)
  const options = groups.flatMap((group) => group.options)
  const shown = isOpen && options.length > 0

  function choose(option: Option): void {
    setOpen(false)
    if (option.chosen) reportChoice(text, option.chosen)
    else remember('recent', option.text)
    setText(option.chosen ? '' : option.text)
    leave(input.current, option.chosen ? '' : option.text)
    void navigate(localizedPath(locale, option.path))
  }

  const state = useRef({ options, active, choose })
  useEffect(() => {
    state.current = { options, active, choose }
  })
  useBoxEvents(input, { state, setText, setOpen, setActive })
  useEffect(() => {
    const box = input.current
    if (!box) return
    box.setAttribute('aria-expanded', String(shown))
    const isActive = shown && active >= 0
    if (isActive) box.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else box.removeAttribute('aria-activedescendant')
    if (isActive)
      document.querySelector(`[id="${listId}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [input, shown, active])

  return (
    <>
      <output className="sr-only">
        {isOpen && text && found && t('suggestionCount', { count: options.length })}
      </output>
      <div
        role="presentation"
        hidden={!shown}
        className="absolute top-full left-0 w-full tablet:w-[28rem] desk:w-[32rem] layer z-40 mt-1 max-h-[min(34rem,75vh)] overflow-y-auto p-1.5"
        // Keeps the focus in the box on any click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be below a text field */}
        <div id={listId} role="listbox" aria-label={t('suggestions')}>
          {groups.map((group) => (
            // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor can an optgroup stand outside a select
            <div key={group.name} role="group" aria-label={group.name}>
              <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-sm text-soft">
                {group.name}
              </p>
              {group.options.map((option, index) => (
                <OptionRow
                  key={option.key}
                  id={`${listId}-${group.first + index}`}
                  option={option}
                  isActive={group.first + index === active}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
        {text === '' && recent.length > 0 && (
          <button
            type="button"
            tabIndex={-1}
            onClick={() => forget('recent')}
            className="link mt-1 min-h-11 w-full px-2.5 text-left text-sm text-soft"
          >
            {t('clearRecent')}
          </button>
        )}
      </div>
    </>
  )
}

/** Leaves the box, which belongs to the header and is not controlled by React. */
function leave(box: HTMLInputElement | null, text: string): void {
  if (!box) return
  box.value = text
  box.blur()
}

interface BoxState {
  readonly options: readonly Option[]
  readonly active: number
  readonly choose: (option: Option) => void
}

/** Subscribes to the events of the header's box. */
function useBoxEvents(
  input: RefObject<HTMLInputElement | null>,
  to: {
    state: RefObject<BoxState>
    setText: (text: string) => void
    setOpen: (isOpen: boolean) => void
    setActive: (active: number | ((before: number) => number)) => void
  },
): void {
  const { state, setText, setOpen, setActive } = to
  useEffect(() => {
    const box = input.current
    if (!box) return
    const listening = new AbortController()
    const { signal } = listening
    const change = (): void => {
      setText(box.value)
      setActive(-1)
      setOpen(true)
    }
    const press = (event: KeyboardEvent): void => {
      const { options, active, choose } = state.current
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0 && options.length > 0) {
        event.preventDefault()
        setOpen(true)
        // One position more than options: it stands for the text itself.
        const places = options.length + 1
        setActive((before) => ((before + 1 + step + places) % places) - 1)
      } else if (event.key === 'Escape' && box.getAttribute('aria-expanded') === 'true') {
        event.preventDefault()
        setOpen(false)
        setActive(-1)
      } else if (event.key === 'Enter') {
        const option = options[active]
        if (option && box.getAttribute('aria-expanded') === 'true') {
          event.preventDefault()
          choose(option)
        } else {
          remember('recent', box.value)
          setOpen(false)
        }
      }
    }
    box.addEventListener('input', change, { signal })
    // Handles text typed while this was loading.
    change()
    box.addEventListener('keydown', press, { signal })
    box.addEventListener('focus', () => setOpen(true), { signal })
    box.addEventListener('click', () => setOpen(true), { signal })
    box.addEventListener(
      'blur',
      () => {
        setOpen(false)
        setActive(-1)
      },
      { signal },
    )
    return () => listening.abort()
  }, [input, state, setText, setOpen, setActive])
}
