import { useEffect, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { FormRules } from '#contract/form-rules.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { inTime } from '#design/data/in-time.ts'
import { filled, momentOf } from '#design/forms/field-values.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import {
  cancelOfficeEvent,
  moveOfficeEvent,
  readEventState,
  type EventStateView,
} from '../../cancel-contract.ts'
import type { OfficeEventView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** Polling interval of a running cancellation. */
const pollMilliseconds = 3_000

/** State of a date, read when the page opens and polled while refunds are pending. */
function useEventState(eventId: number) {
  const locale = useLocale()
  const [state, setState] = useState<EventStateView | null>(null)
  const isRefunding = state !== null && state.cancelledAt !== null && state.validTickets > 0
  const isUnknown = state === null

  useEffect(() => {
    if (!isUnknown && !isRefunding) return
    let isLeft = false
    async function poll(): Promise<void> {
      try {
        const input = { params: { eventId } }
        const found = await inTime((signal) =>
          browserClient(locale).send(readEventState, input, { signal }),
        )
        if (!isLeft) setState(found)
      } catch {
        // The next poll tries again.
      }
    }
    void poll()
    const timer = setInterval(() => void poll(), pollMilliseconds)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [eventId, locale, isRefunding, isUnknown])

  return [state, setState] as const
}

interface EventProps {
  readonly event: Pick<OfficeEventView, 'eventId' | 'startsAt' | 'timeZone'>
}

/** Cancels or moves a date; all ticket holders get an email. */
export function CancelEvent({ event }: EventProps) {
  const t = useTexts()
  const locale = useLocale()
  const { eventId, startsAt, timeZone } = event
  const [state, setState] = useEventState(eventId)

  const client = useProvenClient()

  const move = (form: FormData) =>
    client.send(moveOfficeEvent, {
      params: { eventId },
      body: { startsAt: momentOf(form, 'startsAt', timeZone) ?? '' },
    })
  const cancel = (form: FormData) =>
    client.send(cancelOfficeEvent, {
      params: { eventId },
      body: {
        reasonKa: filled(form, 'reasonKa') ?? '',
        reasonEn: filled(form, 'reasonEn') ?? '',
      },
    })

  return (
    <Panel title={t('callOffTitle')} look="ruled" className="mt-8">
      {state === null ? (
        <Skeleton blocks={['h-24']} />
      ) : state.cancelledAt !== null ? (
        <output className="block">
          {t('calledOffAt', { date: formatDateTime(locale, state.cancelledAt) })}{' '}
          {state.validTickets > 0
            ? t('stillToGoBack', { count: formatCount(locale, state.validTickets) })
            : t('allWentBack')}
        </output>
      ) : (
        <>
          <output className="block">
            {t('goodTickets', { count: formatCount(locale, state.validTickets) })}
            {state.movedFrom &&
              ` ${t('movedFrom', {
                from: formatDateTime(locale, state.movedFrom, timeZone),
                to: formatDateTime(locale, startsAt, timeZone),
              })}`}
          </output>
          <div className="mt-4 grid gap-8 desk:grid-cols-2">
            <ConfirmedForm
              call={moveOfficeEvent}
              send={move}
              onSent={setState}
              action={t('moveAction')}
            >
              {(problemOf) => (
                <>
                  <DateField
                    kind="datetime-local"
                    label={t('movedTo')}
                    hint={t('moveHint')}
                    name="startsAt"
                    error={problemOf('startsAt')}
                  />
                  <ConfirmCheckbox error={problemOf('isMeant')}>{t('moveMeant')}</ConfirmCheckbox>
                </>
              )}
            </ConfirmedForm>
            <ConfirmedForm
              call={cancelOfficeEvent}
              send={cancel}
              onSent={setState}
              action={t('cancelAction')}
            >
              {(problemOf) => (
                <>
                  {(['reasonKa', 'reasonEn'] as const).map((name) => (
                    <TextField
                      key={name}
                      label={t(name)}
                      name={name}
                      maxLength={400}
                      error={problemOf(name)}
                    />
                  ))}
                  <ConfirmCheckbox error={problemOf('isMeant')}>{t('cancelMeant')}</ConfirmCheckbox>
                </>
              )}
            </ConfirmedForm>
          </div>
        </>
      )}
    </Panel>
  )
}

/** Confirmation of a step that cannot be undone once the emails are sent. */
function ConfirmCheckbox({ error, children }: { error: string | null; children: ReactNode }) {
  return <Checkbox label={children} name="isMeant" error={error} />
}

interface ConfirmedFormProps {
  readonly call: { readonly formRules?: FormRules }
  readonly send: (form: FormData) => Promise<EventStateView>
  readonly onSent: (state: EventStateView) => void
  readonly action: string
  readonly children: (problemOf: (name: string) => string | null) => ReactNode
}

function ConfirmedForm({ call, send, onSent, action, children }: ConfirmedFormProps) {
  const t = useTexts()
  const { revalidate } = useRevalidator()
  const { form, problemOf, refusal, isWaiting } = useForm({
    call,
    check: (_, data) => ({ isMeant: data.has('isMeant') ? null : t('meantMissing') }),
    async send(_, data) {
      onSent(await send(data))
      // Other parts of the page show the same date.
      await revalidate()
    },
  })
  return (
    <form {...form} className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      {children(problemOf)}
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('saving')}>
        {action}
      </Button>
    </form>
  )
}
