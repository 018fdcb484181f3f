import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useSuggestions } from './use-suggestions.ts'

interface ComboboxState<Option> {
  readonly value: Option | null
  readonly onChoose: (option: Option | null) => void
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
  readonly start: readonly Option[]
  /** Leaving the field chooses nothing, because an option takes effect at once. */
  readonly isCommand?: boolean | undefined
}

/** The typed text, its suggestions, and the highlighted suggestion. */
export function useCombobox<Option>(state: ComboboxState<Option>) {
  const { value, onChoose, suggest, start, isCommand } = state
  const listId = useId()
  /** Null while the field shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  /** The field was left before the suggestions for the typed text arrived. */
  const [isLeft, setLeft] = useState(false)
  const isTyping = (typed ?? '').trim() !== ''
  const found = useSuggestions(typed ?? '', suggest)
  const options = isTyping ? found.options : start
  const isShown = isOpen && (options.length > 0 || isTyping)
  const index = Math.min(active, options.length - 1)
  const current = options[index]
  const idOf = (position: number): string => `${listId}-${position}`

  useEffect(() => {
    if (isShown) document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [isShown, index, listId])

  function close(): void {
    setOpen(false)
    setTyped(null)
    setActive(0)
    setLeft(false)
  }

  function choose(option: Option): void {
    onChoose(option)
    close()
  }

  function type(text: string): void {
    setLeft(false)
    setTyped(text)
    setActive(0)
    setOpen(true)
    if (text === '' && value) onChoose(null)
  }

  /** Chooses the best suggestion for the typed text, also when it arrives later. */
  function leave(): void {
    if (!isCommand && isTyping && found.isLoading) {
      setOpen(false)
      setLeft(true)
      return
    }
    if (!isCommand && isTyping && current) onChoose(current)
    close()
  }

  const isDue = isLeft && !found.isLoading
  useEffect(() => {
    if (isDue) leave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when what is waited for has come
  }, [isDue])

  function press(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (isShown) setActive((index + step + options.length) % Math.max(1, options.length))
      else setOpen(true)
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && isShown && current) {
      event.preventDefault()
      choose(current)
    }
  }

  return {
    typed,
    options,
    isShown,
    isLoading: isTyping && found.isLoading,
    isFailed: isTyping && found.isFailed,
    index,
    listId,
    idOf,
    type,
    choose,
    /** Props of the field. */
    field: {
      'aria-activedescendant': isShown && current ? idOf(index) : undefined,
      onFocus: (event: { currentTarget: HTMLInputElement }) => {
        event.currentTarget.select()
        setLeft(false)
        setOpen(true)
      },
      onClick: () => setOpen(true),
      onChange: (event: { target: { value: string } }) => type(event.target.value),
      onBlur: leave,
      onKeyDown: press,
    },
  }
}
