import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { focusInvalid } from '#design/forms/focus-invalid.ts'
import { useWork } from '#design/data/use-work.ts'
import { refusedFields, valueAt, type Refusal } from './refused-fields.ts'
import { useOfficeTexts } from './texts.ts'

type Message = string | null

interface Refused<Value> {
  /** The value that was refused: a message disappears when its field changes. */
  readonly value: Value
  readonly fields: ReadonlyMap<string, Refusal>
}

interface ValueFormOptions {
  /** Path of the value in the request, such as `body`. */
  readonly at: string
  /** The field of an error code for which the server names none. */
  readonly fieldOf?: Readonly<Record<string, string>>
  /** Resets the form once it is saved: the next entry is a new one. */
  readonly isNew?: boolean
}

/**
 * A form whose value is nested and saved as a whole; the server's refusals are shown beside the fields they name, which
 * read them with `useField`.
 */
export function useValueForm<Value>(initial: Value, options: ValueFormOptions) {
  const element = useRef<HTMLFormElement>(null)
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  const [value, setValue] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [isSaved, setIsSaved] = useState(false)
  const [refused, setRefused] = useState<Refused<Value> | null>(null)
  const textOf = useRefusalText()
  const start = options.isNew ? initial : saved
  const isChanged = value !== start
  useCloseGuard(isChanged)

  function set(next: Value): void {
    setIsSaved(false)
    setValue(next)
  }

  function save(send: () => Promise<unknown>): Promise<void> {
    setRefused(null)
    return run(async () => {
      try {
        await send()
      } catch (error) {
        const fields = refusedFields(error, value, options)
        if (fields.size === 0) throw error
        setRefused({ value, fields })
        if (element.current) focusInvalid(element.current)
        return
      }
      await revalidate()
      if (options.isNew) setValue(initial)
      else setSaved(value)
      setIsSaved(true)
    })
  }

  function problemAt(path: string): Message {
    const kind = refused?.fields.get(path)
    if (!kind || valueAt(value, path) !== valueAt(refused?.value, path)) return null
    return textOf(path, kind)
  }

  return {
    element,
    value,
    set,
    change: (part: Partial<Value>) => set({ ...value, ...part }),
    /** Continues with another value than the edited one, without its changes. */
    replace(next: Value) {
      set(next)
      setSaved(next)
      setRefused(null)
    },
    /** Shows another value, such as a newer one, in a form without changes; whether it was saved remains stated. */
    refresh(next: Value) {
      setValue(next)
      setSaved(next)
    },
    save,
    /** Another action on what is edited, such as its deletion. */
    act: (work: () => Promise<unknown>) =>
      run(async () => {
        await work()
        await revalidate()
      }),
    problemAt,
    /** Paths of the refused fields. */
    refusedPaths: [...(refused?.fields.keys() ?? [])],
    isWaiting,
    isSaved,
    isChanged,
    refusal,
  }
}

/** Lets the browser ask before the page is closed or reloaded; `LeaveGuard` asks before another page is opened. */
function useCloseGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}

/** The message of a refused field: more precise where the field's rule is known. */
function useRefusalText() {
  const t = useOfficeTexts()
  return (path: string, kind: Refusal): string => {
    if (kind === 'missing') return t('missing')
    switch (path.split('.').at(-1)) {
      case 'showsUntil':
        return t('endBeforeStart')
      case 'address':
        return t('wrongPage')
      case 'path':
        return t('wrongTarget')
      case 'slug':
        return t('wrongSlug')
      default:
        return t('wrong')
    }
  }
}

const ProblemContext = createContext<(path: string) => Message>(() => null)
const PlaceContext = createContext('')

/** Makes the form's refusals available to its fields. */
export function FieldProblems(props: {
  readonly problemAt: (path: string) => Message
  readonly children: ReactNode
}) {
  return <ProblemContext value={props.problemAt}>{props.children}</ProblemContext>
}

/** Fields of a part of the value, for example of the first entry: `items.0`. */
export function FieldsAt({
  path,
  children,
}: {
  readonly path: string
  readonly children: ReactNode
}) {
  const place = use(PlaceContext)
  return <PlaceContext value={place ? `${place}.${path}` : path}>{children}</PlaceContext>
}

/** Props of a field by its name within the part of the value that it edits. */
export function useField() {
  const place = use(PlaceContext)
  const problemAt = use(ProblemContext)
  return (name: string) => {
    const path = place ? `${place}.${name}` : name
    return { name: path, error: problemAt(path) }
  }
}
