import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { FormRules } from '#contract/form-rules.ts'
import { problemOfField } from '#contract/form-rules.ts'
import { CallError } from '#contract/client.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { useKitTexts } from '../kit-texts.ts'

/** What is wrong with a form, by field, in words. */
export type Problems<Name extends string = string> = Partial<Record<Name, string | null>>

type Values = Readonly<Record<string, unknown>>
type NameOf<V> = keyof V & string

export interface FormOptions<V extends Values> {
  /** What the fields begin with, in the order in which they stand; absent for fields that keep their own values. */
  readonly initial?: V
  /** A call declared with `isForm`: fields of its names are checked by the schema of its body. */
  readonly call?: { readonly formRules?: FormRules }
  /** Words for a field that does not fit, where the usual ones would not say enough. */
  readonly words?: Partial<Record<string, string>>
  /** The field that a refusal is about, where the server names none: it is beside that field in its own words. */
  readonly refusedField?: Partial<Record<ErrorCode, string>>
  /** What else keeps the form from being sent, in the order in which its fields stand. */
  readonly check?: (values: V, data: FormData) => Problems
  /** Sends it. If it leaves the page, the form stays in its waiting state. */
  readonly send: (values: V, data: FormData, submitter: HTMLElement | null) => Promise<unknown>
  /** Asks before the page is left with what was typed and not sent. */
  readonly isGuarded?: boolean
}

/**
 * One form: sent once at a time; what does not fit is beside its field, and the first such field gets the focus;
 * what the server refuses is beside the field it names, or above the form.
 *
 *     const { form, field, refusal, isWaiting } = useForm({ initial: { email: '' }, call: authSignUp, send })
 *     <form {...form}><TextField {...field('email')} label={t('email')} /></form>
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
      // Of a field that holds many values, such as settings, it is said which one is meant.
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
      // Fields that keep their own values are looked after here.
      onInput: (event: FormEvent) => forget(nameOf(event.target)),
    },
    ...bindings(values, problems, change),
    /** What is wrong with a field that keeps its own value. */
    problemOf: (name: string): string | null => problems[name] ?? null,
    values,
    change,
    /** Starts again, by default with what it began with. */
    reset,
    isWaiting,
    /** It was sent, and nothing has been changed since. */
    isSent: state === 'sent',
    isChanged: state === 'changed',
    /** What the server refused about the whole, in words. */
    refusal,
  }
}

type KitTexts = ReturnType<typeof useKitTexts>

/** Fields of the form that the schema of the call's body does not take. */
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

/** What ties the controls of the kit to the values of a form. */
function bindings<V extends Values>(
  values: V,
  problems: Problems,
  change: (part: Partial<V>) => void,
) {
  const set = (name: NameOf<V>, value: unknown): void => change({ [name]: value } as Partial<V>)
  return {
    /** A `TextField`, `Textarea`, `Select` or `DateField` whose value is the form's. */
    field: (name: NameOf<V>) => ({
      name,
      value: String(values[name] ?? ''),
      error: problems[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /** A `Checkbox` or `Switch` whose state is the form's. */
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
  /** Words for people that are about the field alone. */
  readonly inWords: string | null
  /** What the server says of the value, in technical terms. */
  readonly detail: string
}

/** The fields that a refusal is about. */
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
 * The field that a path is about: of `body.buyer.email` it is `buyer.email`, else `email`; of `body.tickets.0`,
 * `tickets`; of `body.settings.weekdays.0` it is `settings`, with `weekdays.0` as the part of it.
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

/** The browser asks before the page is closed, reloaded or left for another site. */
function useLeaveGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
