import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import type { DraftDate } from '../../shows-contract.ts'
import { useTexts } from '../texts.ts'
import { newKey } from './new-key.ts'
import { repeatedDates } from './repeat-dates.ts'
import type { DraftEditing } from './use-draft.ts'

const moments = ['startsAt', 'doorsAt', 'endsAt'] as const
const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Dates of a show, added one by one or repeated weekly. */
export function DatesPanel({ editing }: { editing: DraftEditing }) {
  const t = useTexts()
  const { content, change, problemOf } = editing
  const { dates } = content
  const put = (next: readonly DraftDate[], ...paths: string[]) =>
    change({ ...content, dates: [...next] }, ...paths)
  const missing = problemOf('dates')
  return (
    <Panel title={t('partDates')} note={t('partDatesNote')} look="ruled">
      {missing && <Notice>{missing}</Notice>}
      <ul className="space-y-near">
        {dates.map((date, index) => (
          <li key={date.key} className="border-b border-rule pb-near">
            <div className="field-grid tablet:grid-cols-2">
              {moments.map((name) => (
                <DateField
                  key={name}
                  frameClassName="min-w-0"
                  kind="datetime-local"
                  name={`dates.${index}.${name}`}
                  label={t(`date-${name}`)}
                  value={date[name]}
                  error={problemOf(`dates.${index}.${name}`)}
                  onChange={({ target }) =>
                    put(
                      dates.map((one) => (one === date ? { ...date, [name]: target.value } : one)),
                      `dates.${index}.${name}`,
                    )
                  }
                />
              ))}
              <div className="field-action">
                <Button
                  look="plain"
                  aria-label={t('dateRemoveNamed', { at: date.startsAt.replace('T', ' ') })}
                  onClick={() =>
                    put(
                      dates.filter((one) => one !== date),
                      'dates',
                    )
                  }
                >
                  {t('remove')}
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      <div className="mt-near space-y-near">
        <Button
          look="quiet"
          onClick={() => put([...dates, { key: newKey(), startsAt: '', doorsAt: '', endsAt: '' }])}
        >
          {t('dateAdd')}
        </Button>
        {dates[0]?.startsAt && <Repeat dates={dates} onRepeated={put} />}
      </div>
    </Panel>
  )
}

interface RepeatProps {
  readonly dates: readonly DraftDate[]
  readonly onRepeated: (dates: readonly DraftDate[]) => void
}

/** Repeats the last date on selected weekdays until a day. */
function Repeat({ dates, onRepeated }: RepeatProps) {
  const t = useTexts()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [until, setUntil] = useState('')
  const [everyWeeks, setEveryWeeks] = useState('1')
  const last = dates.at(-1)
  const repetition = { weekdays: chosen, until, everyWeeks: Number(everyWeeks) }
  const more = last?.startsAt && until ? repeatedDates(last, repetition, newKey) : []
  return (
    <fieldset className="card card-sunk space-y-near">
      <legend className="sr-only">{t('repeatTitle')}</legend>
      <p className="font-semibold">{t('repeatTitle')}</p>
      <div className="flex flex-wrap gap-x-group gap-y-tight">
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            label={t(`weekday-${day}`)}
            checked={chosen.includes(day)}
            onChange={({ target }) =>
              setChosen((before) =>
                target.checked ? [...before, day] : before.filter((one) => one !== day),
              )
            }
          />
        ))}
      </div>
      <div className="grid gap-near tablet:grid-cols-2">
        <Select
          label={t('repeatEvery')}
          value={everyWeeks}
          onChange={({ target }) => setEveryWeeks(target.value)}
        >
          <option value="1">{t('repeatWeekly')}</option>
          <option value="2">{t('repeatFortnightly')}</option>
          <option value="4">{t('repeatMonthly')}</option>
        </Select>
        <DateField
          label={t('repeatUntil')}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      </div>
      <Button
        look="quiet"
        aria-disabled={more.length === 0 || undefined}
        onClick={() => more.length > 0 && onRepeated([...dates, ...more])}
      >
        {t('repeatAdd', { count: more.length })}
      </Button>
    </fieldset>
  )
}
