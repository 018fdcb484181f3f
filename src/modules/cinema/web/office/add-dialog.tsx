import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import type { officeAdd, officeDay, OfficeHall } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { clockOf, instantAt, minuteOf, minuteOfClock } from './board.ts'
import { useOfficePort } from './office-port.ts'
import { useTimeProblem, Warnings } from './preview.tsx'

interface AddDialogProps {
  readonly day: ReplyOf<typeof officeDay>
  readonly onClose: () => void
}

const languages = ['ka', 'en', 'fr', 'it'] as const
/** Initial time of a new screening. */
const initialClock = '12:00'

type Format = OfficeHall['formats'][number]

interface NewScreening {
  readonly filmId: number
  readonly hallId: number
  /** `18:05`. */
  readonly clock: string
  /** Empty: the first format of the hall. */
  readonly format: Format | ''
  readonly language: string
  readonly subtitles: string
}

/** Dialog for adding a screening to a hall; conflicts are shown before it is added. */
export function AddDialog({ day, onClose }: AddDialogProps) {
  const t = useTexts()
  const locale = useLocale()
  const { calls, reload } = useOfficePort()
  const { run, isWaiting, refusal } = usePageWork()
  const [chosen, setChosen] = useState<NewScreening>({
    filmId: day.films[0]?.filmId ?? 0,
    hallId: day.halls[0]?.hallId ?? 0,
    clock: initialClock,
    format: '',
    language: 'ka',
    subtitles: '',
  })
  const change = (part: Partial<NewScreening>) => setChosen({ ...chosen, ...part })
  const hall = day.halls.find(({ hallId }) => hallId === chosen.hallId)
  const formats = hall?.formats ?? []
  const format = formats.find((candidate) => candidate === chosen.format) ?? formats[0] ?? '2D'
  const minute = minuteOfClock(chosen.clock)
  const body = {
    filmId: chosen.filmId,
    hallId: chosen.hallId,
    startsAt: instantAt(minute ?? 0, day.beginsAt),
    format,
    language: chosen.language,
    subtitles: chosen.subtitles === '' ? null : chosen.subtitles,
  }
  const preview = useQuery({
    queryKey: ['cinema-add', body, locale],
    queryFn: ({ signal }) =>
      browserClient(locale).send(
        calls.officeAdd,
        { body: { ...body, isDryRun: true } },
        { signal },
      ),
    enabled: minute !== null,
    staleTime: 0,
    retry: false,
  })
  const timeProblem = useTimeProblem(minute, preview.data?.warnings)
  const isPossible = preview.data !== undefined && timeProblem === null
  return (
    <Dialog isOpen isSheet title={t('addScreening')} onClose={onClose}>
      <form
        className="mt-near space-y-near"
        onSubmit={(event) => {
          event.preventDefault()
          void run(async () => {
            await browserClient(locale).send(calls.officeAdd, { body })
            reload()
            onClose()
          })
        }}
      >
        <Fields
          day={day}
          chosen={chosen}
          formats={formats}
          format={format}
          timeProblem={timeProblem}
          onChange={change}
        />
        <AddPreview preview={preview} beginsAt={day.beginsAt} />
        {refusal && <Notice>{refusal}</Notice>}
        <div className="flex flex-wrap gap-near">
          <Button
            type="submit"
            disabled={!isPossible}
            isWaiting={isWaiting}
            waitingText={t('adding')}
          >
            {t('add')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('close')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface FieldsProps extends Pick<AddDialogProps, 'day'> {
  readonly chosen: NewScreening
  readonly formats: readonly Format[]
  readonly format: Format
  readonly timeProblem: string | null
  readonly onChange: (part: Partial<NewScreening>) => void
}

/** Fields for film, hall, time and version. */
function Fields({ day, chosen, formats, format, timeProblem, onChange }: FieldsProps) {
  const t = useTexts()
  return (
    <>
      <Select
        label={t('film')}
        value={chosen.filmId}
        onChange={({ target }) => onChange({ filmId: Number(target.value) })}
      >
        {day.films.map(({ filmId, name, runtimeMinutes }) => (
          <option key={filmId} value={filmId}>
            {t('filmOf', { name, minutes: runtimeMinutes })}
          </option>
        ))}
      </Select>
      <div className="grid grid-cols-2 gap-near">
        <Select
          label={t('hall')}
          value={chosen.hallId}
          onChange={({ target }) => onChange({ hallId: Number(target.value) })}
        >
          {day.halls.map(({ hallId, name }) => (
            <option key={hallId} value={hallId}>
              {name}
            </option>
          ))}
        </Select>
        <DateField
          kind="time"
          label={t('starts')}
          required
          value={chosen.clock}
          error={timeProblem}
          onChange={({ target }) => onChange({ clock: target.value })}
        />
        <Select
          label={t('format')}
          value={format}
          onChange={({ target }) =>
            onChange({ format: formats.find((candidate) => candidate === target.value) ?? '' })
          }
        >
          {formats.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </Select>
        <Select
          label={t('language')}
          value={chosen.language}
          onChange={({ target }) => onChange({ language: target.value })}
        >
          {languages.map((option) => (
            <option key={option} value={option}>
              {t('spoken', { language: option })}
            </option>
          ))}
        </Select>
        <Select
          label={t('subtitles')}
          value={chosen.subtitles}
          onChange={({ target }) => onChange({ subtitles: target.value })}
        >
          <option value="">{t('noSubtitles')}</option>
          {(['ka', 'en'] as const).map((option) => (
            <option key={option} value={option}>
              {t('spoken', { language: option })}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}

/** The end of the new screening and its conflicts. */
function AddPreview(props: {
  preview: UseQueryResult<ReplyOf<typeof officeAdd>>
  beginsAt: string
}) {
  const { preview, beginsAt } = props
  const t = useTexts()
  return (
    <div aria-live="polite" className="min-h-6">
      {preview.isError && (
        <p className="font-semibold text-accent">
          {preview.error instanceof CallError ? preview.error.message : t('failed')}
        </p>
      )}
      {preview.data && (
        <>
          <p className="text-soft">
            {t('ends', { time: clockOf(minuteOf(preview.data.endsAt, beginsAt)) })}
          </p>
          <Warnings warnings={preview.data.warnings} />
        </>
      )}
    </div>
  )
}
