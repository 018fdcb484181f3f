import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import type { officeDay } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import type { Draft } from './board.ts'
import { OfficeHead } from './office-head.tsx'
import { useOfficePort } from './office-port.ts'
import { Timeline } from './timeline.tsx'

const ScreeningDialog = lazy(() =>
  import('./screening-dialog.tsx').then((module) => ({ default: module.ScreeningDialog })),
)
const AddDialog = lazy(() =>
  import('./add-dialog.tsx').then((module) => ({ default: module.AddDialog })),
)

const dayMilliseconds = 86_400_000
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10)

/** The schedule of a day, in which screenings are added, moved and cancelled. */
export function DayView({ day }: { day: ReplyOf<typeof officeDay> }) {
  const t = useTexts()
  const locale = useLocale()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [opened, setOpened] = useState<{ screeningId: number; draft: Draft | null } | null>(null)
  const [isAdding, setAdding] = useState(false)
  const all = day.halls.flatMap(({ screenings }) => screenings)
  const screening = all.find(({ screeningId }) => screeningId === opened?.screeningId)
  const conflictCount = all.filter(({ warnings }) => warnings.length > 0).length
  return (
    <>
      <title>{t('dayPageTitle')}</title>
      <OfficeHead title={t('title')} cinemaId={day.cinemaId} />
      <DayForm key={`${day.cinemaId} ${day.date}`} day={day} />
      <div className="mt-group mb-near flex flex-wrap items-center justify-between gap-near">
        <h2 className="text-lg font-bold">
          {formatDate(locale, `${day.date}T12:00:00Z`, { weekday: true })}
          <span className="max-tablet:hidden"> · </span>
          <span className="max-tablet:block">{t('screeningCount', { count: all.length })}</span>
          {conflictCount > 0 && (
            <span className="ml-tight text-accent">{t('troubles', { count: conflictCount })}</span>
          )}
        </h2>
        <Button onClick={() => setAdding(true)}>{t('addScreening')}</Button>
      </div>
      {all.length === 0 && <EmptyState title={t('noScreenings')} />}
      <Timeline
        day={day}
        draft={draft}
        onDraft={setDraft}
        onOpen={({ screeningId }, to) => setOpened({ screeningId, draft: to })}
      />
      <Suspense fallback={null}>
        {opened && screening && (
          <ScreeningDialog
            key={screening.screeningId}
            day={day}
            screening={screening}
            draft={opened.draft}
            onClose={() => {
              setOpened(null)
              setDraft(null)
            }}
          />
        )}
        {isAdding && <AddDialog day={day} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  )
}

/** The cinema and the day; each other day is a link. */
function DayForm({ day }: { day: ReplyOf<typeof officeDay> }) {
  const t = useTexts()
  const { base } = useOfficePort()
  const [date, setDate] = useState(day.date)
  const addressOf = (other: string) => `${base}?cinema=${day.cinemaId}&date=${other}`
  return (
    <form method="get" className="flex flex-wrap items-end gap-near">
      <Select label={t('cinema')} name="cinema" defaultValue={day.cinemaId}>
        {day.cinemas.map(({ cinemaId, name }) => (
          <option key={cinemaId} value={cinemaId}>
            {name}
          </option>
        ))}
      </Select>
      <div className="flex items-end gap-tight">
        <LinkButton
          look="quiet"
          size="icon"
          to={addressOf(addDays(day.date, -1))}
          aria-label={t('previousDay')}
          title={t('previousDay')}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </LinkButton>
        <DateField
          label={t('date')}
          name="date"
          value={date}
          onChange={({ target }) => setDate(target.value)}
          required
          min="2020-01-01"
        />
        <LinkButton
          look="quiet"
          size="icon"
          to={addressOf(addDays(day.date, 1))}
          aria-label={t('nextDay')}
          title={t('nextDay')}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </LinkButton>
      </div>
      <Button type="submit" look="quiet">
        {t('show')}
      </Button>
    </form>
  )
}
