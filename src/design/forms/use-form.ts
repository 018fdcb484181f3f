import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { FormRules } from '#contract/form-rules.ts'
import { problemOfField } from '#contract/form-rules.ts'
import { CallError } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { useKitTexts } from '../kit-texts.ts'

/** Validation messages of a form by field. */
export type Problems<Name extends string = string> = Partial<Record<Name, string | null>>

type Values = Readonly<Record<string, unknown>>
type NameOf<V> = keyof V & string

export interface FormOptions<V extends Values> {
  /** Initial values in the order of the fields; absent for uncontrolled fields. */
  readonly initial?: V
  /** A call declared with `isForm`: fields with names of its body are validated by its schema. */
  readonly call?: { readonly formRules?: FormRules }
  /** Messages for fields whose default message would be insufficient. */
  readonly words?: Partial<Record<string, string>>
  /** The field of an error code for which the server names none; the message is shown beside it. */
  readonly refusedField?: Partial<Record<ErrorCode, string>>
  /** Further validation before submission, in the order of the fields. */
  readonly check?: (values: V, data: FormData) => Problems
  /** Submits the form. If it navigates away, the form stays in its waiting state. */
  readonly send: (values: V, data: FormData, submitter: HTMLElement | null) => Promise<unknown>
  /** Asks before leaving the page with unsaved input. */
  readonly isGuarded?: boolean
}

/**
 * A form that is submitted once at a time; validation messages are beside their fields, and the first invalid field
 * gets the focus; server errors are beside the field they name, or above the form.
 *
 * const { form, field, refusal, isWaiting } = useForm({ initial: { email: '' }, call: authSignUp, send })
 * <form {...form}><TextField {...field('email')} label={t('email')} /></form>
 */
export function useForm<V extends Values>(options: FormOptions<V>) {
  const { initial = {} as V, check, send, isGuarded = false } = options
  const t = useKitTexts()
  const element = useRef<HTMLFormElement>(null)
  const running = useRef(false)
  const [values, setValues] = useState<V>(initial)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [state, setState] = useState<'untouched' | 'changed' | 'sending' | 'sent'>('untouched')
  const isWaiting = state === 'sending'
  useLeaveGuard(isGuarded && state === 'changed')

  function forget(...names: string[]): void {
    setProblems((before) => ({
      ...before,
      ...Object.fromEntries(names.map((name) => [name, null])),
    }))
    setState((before) => (before === 'sending' ? before : 'changed'))
  }

  function change(part: Partial<V>): void {
    setValues((before) => ({ ...before, ...part }))
    forget(...Object.keys(part))
  }

  function show(found: Problems): boolean {
    setProblems(found)
    const control = [...(element.current?.elements ?? [])].find(
      (one) => found[one.getAttribute('name') ?? ''],
    )
    if (control instanceof HTMLElement) control.focus()
    return Object.keys(found).length > 0
  }

  function refuse(error: unknown): void {
    if (!(error instanceof CallError)) return setRefusal(t('networkProblem'))
    const named = fieldsOf(error, options.refusedField).map(({ path, ...told }) => ({
      ...placeInForm(element.current, path),
      ...told,
    }))
    const known = named.flatMap(({ name, part, inWords, detail }) => {
      if (name === null) return []
      // For a field with several values, such as settings, the message names the affected one.
      const words = part === '' ? inWords : `${part}: ${inWords ?? detail}`
      return [[name, words ?? options.words?.[name] ?? t('wrong')] as const]
    })
    show(Object.fromEntries(known))
    if (known.length === 0 || known.length < named.length) setRefusal(error.message)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (running.current) return
    const submitter = (event.nativeEvent as SubmitEvent).submitter ?? null
    const data = new FormData(event.currentTarget)
    setRefusal(null)
    const broken = brokenRules(options, values, data, t)
    if (show({ ...broken, ...said(check?.(values, data) ?? {}) })) return
    running.current = true
    setState('sending')
    try {
      if ((await send(values, data, submitter)) === 'leave') return
      setState('sent')
    } catch (error) {
      setState('changed')
      refuse(error)
    }
    running.current = false
  }

  function reset(next: V = initial): void {
    setValues(next)
    setProblems({})
    setRefusal(null)
    setState('untouched')
  }

  return {
    form: {
      ref: element,
      noValidate: true,
      method: 'post',
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
      // Validation state of uncontrolled fields is handled here.
      onInput: (event: FormEvent) => forget(nameOf(event.target)),
    },
    ...bindings(values, problems, change),
    /** The problem of an uncontrolled field. */
    problemOf: (name: string): string | null => problems[name] ?? null,
    values,
    change,
    /** Resets the form, by default to its initial values. */
    reset,
    isWaiting,
    /** Submitted, and unchanged since. */
    isSent: state === 'sent',
    isChanged: state === 'changed',
    /** The message of an error that concerns the whole form. */
    refusal,
  }
}

type KitTexts = ReturnType<typeof useKitTexts>

/** Fields that violate the schema of the call's body. */
function brokenRules<V extends Values>(
  { call, words, initial }: FormOptions<V>,
  values: V,
  data: FormData,
  t: KitTexts,
): Problems {
  const found: Record<string, string> = {}
  for (const [name, rule] of Object.entries(call?.formRules ?? {})) {
    const isControlled = initial !== undefined && name in initial
    if (!isControlled && !data.has(name)) continue
    const problem = problemOfField(rule, isControlled ? values[name] : data.get(name))
    if (problem) found[name] = words?.[name] ?? t(problem.kind, { count: problem.count })
  }
  return found
}

/** Connects form controls to the values of a form. */
function bindings<V extends Values>(
  values: V,
  problems: Problems,
  change: (part: Partial<V>) => void,
) {
  const set = (name: NameOf<V>, value: unknown): void => change({ [name]: value } as Partial<V>)
  return {
    /** Props of a controlled `TextField`, `Textarea`, `Select` or `DateField`. */
    field: (name: NameOf<V>) => ({
      name,
      value: String(values[name] ?? ''),
      error: problems[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /** Props of a controlled `Checkbox` or `Switch`. */
    tick: (name: NameOf<V>) => ({
      name,
      checked: values[name] === true,
      error: problems[name],
      onChange: (event: { target: { checked: boolean } }) => set(name, event.target.checked),
    }),
    /** One of several `Radio` buttons. */
    choice: (name: NameOf<V>, value: string | number) => ({
      name,
      value: String(value),
      checked: values[name] === value,
      onChange: () => set(name, value),
    }),
  }
}

function said(problems: Problems): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
}

function nameOf(control: EventTarget): string {
  return (control as Element).getAttribute('name') ?? ''
}

interface RefusedField {
  readonly path: string
  /** A message for people about this field only. */
  readonly inWords: string | null
  /** The server's technical message about the value. */
  readonly detail: string
}

/** The fields that an error is about. */
function fieldsOf(
  error: CallError,
  refusedField: FormOptions<Values>['refusedField'],
): RefusedField[] {
  const { code, message: words } = error
  const path = refusedField?.[code]
  if (path !== undefined) return [{ path, inWords: words, detail: words }]
  return error.fields.map(({ path: named, message }) => ({
    path: named,
    inWords: message === code ? words : null,
    detail: message,
  }))
}

/**
 * The form field of an error path: `body.buyer.email` is `buyer.email`, else `email`; `body.tickets.0` is
 * `tickets`; `body.settings.weekdays.0` is `settings` with the part `weekdays.0`.
 */
function placeInForm(
  form: HTMLFormElement | null,
  path: string,
): { readonly name: string | null; readonly part: string } {
  const has = (name: string): boolean => Boolean(form?.elements.namedItem(name))
  const parts = path.split('.')
  const names = parts.map((_, index) => parts.slice(index).join('.'))
  const list = parts.findLast((part) => !/^\d+$/.test(part)) ?? path
  const whole = [...names, list].find(has)
  if (whole !== undefined) return { name: whole, part: '' }
  const holder = parts.findIndex(has)
  return holder === -1
    ? { name: null, part: '' }
    : { name: parts[holder] ?? null, part: parts.slice(holder + 1).join('.') }
}

/** Lets the browser ask before the page is closed, reloaded or left for another site. */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
