import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import type { MovedScreening, officeDay, OfficeScreening } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { clockOf, instantAt, lengthOf, minuteOf, minuteOfClock, type Draft } from './board.ts'
import { useOfficePort } from './office-port.ts'
import { Preview, useTimeProblem } from './preview.tsx'

/** Loaded separately, because it includes the seat plan. */
const WithheldSeats = lazy(() => import('./withheld-seats.tsx'))

interface ScreeningDialogProps {
  readonly day: ReplyOf<typeof officeDay>
  readonly screening: OfficeScreening
  /** The time and hall to which it was dragged. */
  readonly draft: Draft | null
  readonly onClose: () => void
}

/** Dialog of one screening: occupancy, change of time or hall with its consequences, and cancellation. */
export function ScreeningDialog(props: ScreeningDialogProps) {
  const { day, screening, onClose } = props
  const t = useTexts()
  const { film, format, sold, held, capacity, isCancelled, isSupplied, screeningId } = screening
  const minute = minuteOf(screening.startsAt, day.beginsAt)
  return (
    <Dialog isOpen isSheet title={film} onClose={onClose}>
      <Dotted
        className="figures mt-1 text-soft"
        facts={[
          `${clockOf(minute)}–${clockOf(minute + lengthOf(screening))}`,
          format,
          t('soldOf', { sold, capacity }),
          held > 0 && t('held', { count: held }),
        ]}
      />
      <p>
        <LocalLink
          to={`/movies/session/${screeningId}`}
          className="link inline-flex min-h-11 items-center"
        >
          {t('seeInShop')}
        </LocalLink>
      </p>
      {isCancelled && <p className="font-semibold">{t('cancelled')}</p>}
      {isSupplied && <p className="font-semibold">{t('supplied')}</p>}
      <Comments screeningId={screeningId} />
      {!isCancelled && !isSupplied && <MoveForm {...props} minute={minute} />}
      {!isCancelled && !isSupplied && (
        <FoldOut title={t('keepTitle')} className="mt-group">
          <Suspense fallback={<Skeleton blocks={['h-64']} />}>
            <WithheldSeats screening={screening} />
          </Suspense>
        </FoldOut>
      )}
      {!isCancelled && !isSupplied && (
        <FoldOut title={t('cancelTitle')} className="mt-group">
          <CancelForm screeningId={screeningId} onDone={onClose} />
        </FoldOut>
      )}
    </Dialog>
  )
}

/** Comments of guests; renders nothing without comments. */
function Comments({ screeningId }: { screeningId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const { calls } = useOfficePort()
  const { data } = useQuery({
    queryKey: ['cinema-comments', screeningId, locale],
    queryFn: ({ signal }) =>
      browserClient(locale).send(calls.officeComments, { query: { screeningId } }, { signal }),
    staleTime: 0,
    retry: false,
  })
  if (!data || data.comments.length === 0) return null
  return (
    <section className="mb-group">
      <h3 className="font-semibold">{t('comments')}</h3>
      <ul className="divide-y divide-rule">
        {data.comments.map(({ orderNumber, row, seat, comment }) => (
          <li key={`${orderNumber} ${row} ${seat}`} className="py-tight">
            <p className="break-words">{comment}</p>
            <Dotted
              className="figures text-note text-soft"
              facts={[t('seat', { row, seat }), t('order', { number: orderNumber })]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MoveForm({
  day,
  screening,
  draft,
  minute: currentMinute,
  onClose,
}: ScreeningDialogProps & { minute: number }) {
  const t = useTexts()
  const locale = useLocale()
  const { calls, reload } = useOfficePort()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  const { screeningId } = screening
  const currentHallId =
    day.halls.find(({ screenings }) => screenings.includes(screening))?.hallId ?? 0
  const [clock, setClock] = useState(clockOf(draft?.minute ?? currentMinute))
  const [hallId, setHallId] = useState(draft?.hallId ?? currentHallId)
  const minute = minuteOfClock(clock)
  const isChanged = minute !== null && (minute !== currentMinute || hallId !== currentHallId)
  const body = { screeningId, hallId, startsAt: instantAt(minute ?? currentMinute, day.beginsAt) }
  const preview = useQuery({
    queryKey: ['cinema-move', body, locale],
    queryFn: ({ signal }) =>
      browserClient(locale).send(
        calls.officeMove,
        { body: { ...body, isDryRun: true } },
        { signal },
      ),
    enabled: isChanged,
    staleTime: 0,
    retry: false,
  })
  const timeProblem = useTimeProblem(minute, isChanged ? preview.data?.warnings : undefined)
  const isPossible =
    preview.data !== undefined &&
    timeProblem === null &&
    (preview.data.reseating?.seatsWithoutPlace ?? 0) === 0
  return (
    <form
      className="space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        void run(async () => {
          await client.send(calls.officeMove, { body })
          reload()
          onClose()
        })
      }}
    >
      <div className="grid grid-cols-2 gap-near">
        <DateField
          kind="time"
          label={t('starts')}
          required
          value={clock}
          error={timeProblem}
          onChange={({ target }) => setClock(target.value)}
        />
        <Select
          label={t('hall')}
          value={hallId}
          onChange={({ target }) => setHallId(Number(target.value))}
        >
          {day.halls.map((hall) => (
            <option key={hall.hallId} value={hall.hallId}>
              {hall.name}
            </option>
          ))}
        </Select>
      </div>
      <MovePreview isChanged={isChanged} preview={preview} />
      {refusal && <Notice>{refusal}</Notice>}
      <div className="flex flex-wrap gap-near">
        <Button
          type="submit"
          disabled={!isChanged || !isPossible}
          isWaiting={isWaiting}
          waitingText={t('moving')}
        >
          {t('move')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </form>
  )
}

/** Consequences of the change, once they are loaded. */
function MovePreview({
  isChanged,
  preview,
}: {
  isChanged: boolean
  preview: UseQueryResult<MovedScreening>
}) {
  const t = useTexts()
  return (
    <div aria-live="polite">
      {!isChanged ? (
        <p className="text-soft">{t('unchanged')}</p>
      ) : preview.isPending ? (
        <Skeleton label={t('checking')} blocks={['h-6']} />
      ) : preview.isError ? (
        <p className="font-semibold text-accent">
          {preview.error instanceof CallError ? preview.error.message : t('failed')}
        </p>
      ) : (
        <Preview moved={preview.data} />
      )}
    </div>
  )
}

function CancelForm({ screeningId, onDone }: { screeningId: number; onDone: () => void }) {
  const t = useTexts()
  const client = useProvenClient()
  const { calls, reload } = useOfficePort()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { ka: '', en: '' },
    check: ({ ka, en }) => ({
      ka: ka.trim() === '' ? t('reasonMissing') : null,
      en: en.trim() === '' ? t('reasonMissing') : null,
    }),
    async send(reason) {
      await client.send(calls.officeCancel, { body: { screeningId, reason } })
      reload()
      onDone()
    },
  })
  return (
    <form {...form} className="space-y-near pb-near">
      <p>{t('cancelText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      {(['ka', 'en'] as const).map((language) => (
        <TextField
          key={language}
          {...field(language)}
          label={t(language === 'ka' ? 'reasonKa' : 'reasonEn')}
          maxLength={300}
        />
      ))}
      <Button type="submit" look="danger" isWaiting={isWaiting} waitingText={t('cancelling')}>
        {t('cancel')}
      </Button>
    </form>
  )
}
