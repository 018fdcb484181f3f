import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import {
  cancelOfficeEvent,
  moveOfficeEvent,
  readEventState,
  type EventStateView,
} from '../../cancel-contract.ts'
import { useTexts } from '../texts.ts'

/** How often a running cancellation is looked at. */
const lookMilliseconds = 3_000

/** How a date stands: read when the page opens, and again and again while money goes back. */
function useEventState(eventId: number) {
  const locale = useLocale()
  const [state, setState] = useState<EventStateView | null>(null)
  const isGivingBack = state !== null && state.cancelledAt !== null && state.validTickets > 0
  const isUnknown = state === null

  useEffect(() => {
    if (!isUnknown && !isGivingBack) return
    let isLeft = false
    async function look(): Promise<void> {
      try {
        const found = await browserClient(locale).send(readEventState, { params: { eventId } })
        if (!isLeft) setState(found)
      } catch {
        // Asked again with the next turn.
      }
    }
    void look()
    const timer = setInterval(() => void look(), lookMilliseconds)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [eventId, locale, isGivingBack, isUnknown])

  return [state, setState] as const
}

/** A date that will be another day, or not at all: everybody who holds a ticket is written to. */
export function CancelEvent({ eventId, startsAt }: { eventId: number; startsAt: string }) {
  const t = useTexts()
  const locale = useLocale()
  const [state, setState] = useEventState(eventId)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const { revalidate } = useRevalidator()
  async function send(work: () => Promise<EventStateView>): Promise<void> {
    if (isWaiting) return
    setWaiting(true)
    setRefusal(null)
    try {
      setState(await work())
      // The rest of the page tells of the same date.
      await revalidate()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('errorText'))
    }
    setWaiting(false)
  }

  const move = (form: FormData) =>
    send(() =>
      browserClient(locale).send(moveOfficeEvent, {
        params: { eventId },
        body: { startsAt: `${textOf(form, 'movedTo')}:00+04:00` },
      }),
    )
  const cancel = (form: FormData) =>
    send(() =>
      browserClient(locale).send(cancelOfficeEvent, {
        params: { eventId },
        body: { reasonKa: textOf(form, 'reasonKa'), reasonEn: textOf(form, 'reasonEn') },
      }),
    )

  return (
    <section className="mt-8 space-y-4 rounded-lg border border-rule bg-card p-5">
      <h2 className="text-lg font-bold">{t('callOffTitle')}</h2>
      {refusal && <Notice>{refusal}</Notice>}
      {state === null ? (
        <div className="skeleton h-24" />
      ) : state.cancelledAt !== null ? (
        <output className="block">
          {t('calledOffAt', { date: formatDateTime(locale, state.cancelledAt) })}{' '}
          {state.validTickets > 0
            ? t('stillToGoBack', { count: formatCount(state.validTickets) })
            : t('allWentBack')}
        </output>
      ) : (
        <>
          <output className="block">
            {t('goodTickets', { count: formatCount(state.validTickets) })}
            {state.movedFrom &&
              ` ${t('movedFrom', {
                from: formatDateTime(locale, state.movedFrom),
                to: formatDateTime(locale, startsAt),
              })}`}
          </output>
          <div className="grid gap-8 desk:grid-cols-2">
            <CancelEventForm onSend={move} isWaiting={isWaiting} action={t('moveAction')}>
              <TextField
                label={t('movedTo')}
                hint={t('moveHint')}
                type="datetime-local"
                name="movedTo"
                required
              />
              <Meant>{t('moveMeant')}</Meant>
            </CancelEventForm>
            <CancelEventForm onSend={cancel} isWaiting={isWaiting} action={t('cancelAction')}>
              <TextField label={t('reasonKa')} name="reasonKa" maxLength={400} required />
              <TextField label={t('reasonEn')} name="reasonEn" maxLength={400} required />
              <Meant>{t('cancelMeant')}</Meant>
            </CancelEventForm>
          </div>
        </>
      )}
    </section>
  )
}

/** Neither step can be taken back once the emails are out, so each is meant before it is taken. */
function Meant({ children }: { children: ReactNode }) {
  return <Checkbox label={children} name="isMeant" required />
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function CancelEventForm({
  onSend,
  isWaiting,
  action,
  children,
}: {
  onSend: (form: FormData) => Promise<void>
  isWaiting: boolean
  action: string
  children: ReactNode
}) {
  const t = useTexts()
  return (
    <form
      className="space-y-4"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void onSend(new FormData(event.currentTarget))
      }}
    >
      {children}
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('saving')}>
        {action}
      </Button>
    </form>
  )
}
