import { useEffect, useRef, useState } from 'react'

/** Pause in typing before suggestions are requested. */
const pauseMilliseconds = 120

interface Found<Option> {
  readonly text: string
  readonly options: readonly Option[]
  readonly isFailed: boolean
}

/**
 * Suggestions for the typed text: requested after a pause, only the last request counts, and results are cached per
 * field. Previous suggestions stay until new ones arrive.
 */
export function useSuggestions<Option>(
  typed: string,
  suggest: (text: string, signal: AbortSignal) => Promise<readonly Option[]>,
) {
  const text = typed.trim()
  const asked = useRef(suggest)
  const known = useRef(new Map<string, readonly Option[]>())
  const [found, setFound] = useState<Found<Option>>({ text: '', options: [], isFailed: false })
  useEffect(() => {
    asked.current = suggest
  })
  useEffect(() => {
    if (text === '') return undefined
    const before = known.current.get(text)
    if (before) {
      setFound({ text, options: before, isFailed: false })
      return undefined
    }
    const abort = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const options = await asked.current(text, abort.signal)
        known.current.set(text, options)
        if (!abort.signal.aborted) setFound({ text, options, isFailed: false })
      } catch {
        if (!abort.signal.aborted) setFound({ text, options: [], isFailed: true })
      }
    }
    const timer = setTimeout(() => void ask(), pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text])
  return {
    options: found.options,
    isFailed: found.isFailed && found.text === text,
    isLoading: text !== '' && found.text !== text,
  }
}
