import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import type { Locale } from '#kernel/locale.ts'
import {
  vehicleBounds,
  type DraftCoach,
  type VehicleDraft,
} from '#modules/timetable/vehicle-shapes.ts'
import type { CoachView } from '../../contract.ts'
import { seatAttributes } from '../../contract.ts'
import { CoachDrawing } from '../parts/coach-drawing.tsx'
import { addRows, emptyCoach, otherDecks, type OfferedClass } from './build-coach.ts'
import { RowsForm } from './rows-form.tsx'
import { SeatEditor } from './seat-editor.tsx'
import { useVehicleFormTexts } from './vehicle-form-texts.ts'
import '../seats.css'

interface CoachEditorProps {
  readonly draft: VehicleDraft
  readonly classes: readonly OfferedClass[]
  readonly isRail: boolean
  readonly onChange: (coaches: DraftCoach[]) => void
}

/** The coaches of a vehicle: one is shown at a time, as shoppers see it, with its rows and seats. */
export function CoachEditor({ draft, classes, isRail, onChange }: CoachEditorProps) {
  const t = useVehicleFormTexts()
  const locale = useLocale()
  const [shown, setShown] = useState(0)
  const [picked, setPicked] = useState<number | null>(null)
  const { coaches } = draft
  const at = Math.min(shown, coaches.length - 1)
  const coach = coaches[at]
  if (!coach) return null
  const change = (next: DraftCoach) =>
    onChange(coaches.map((one, index) => (index === at ? next : one)))
  const show = (index: number) => {
    setShown(index)
    setPicked(null)
  }
  const append = (made: DraftCoach) => {
    onChange([...coaches, made])
    show(coaches.length)
  }
  const seat = picked === null ? undefined : coach.seats[picked]
  return (
    <Panel title={t('coachesTitle')} note={t('planNote')} look="ruled">
      <Figures draft={draft} />
      <CoachChoice
        coaches={coaches}
        at={at}
        onShow={show}
        onAdd={append}
        onRemove={() => {
          onChange(coaches.filter((one) => one !== coach))
          show(0)
        }}
        isRail={isRail}
      />
      <CoachFacts coach={coach} onChange={change} />
      <div className="mt-near">
        <CoachDrawing
          coach={coachViewOf(coach, locale)}
          movingPlace={picked === null ? null : picked + 1}
          onPick={({ placeId }) => setPicked(placeId - 1 === picked ? null : placeId - 1)}
        />
      </div>
      {seat && picked !== null && (
        <SeatEditor
          key={`${at} ${picked}`}
          seat={seat}
          classes={classes}
          onChange={(next) =>
            change({
              ...coach,
              seats: coach.seats.map((one, index) => (index === picked ? next : one)),
            })
          }
          onRemove={() => {
            change({ ...coach, seats: coach.seats.filter((_, index) => index !== picked) })
            setPicked(null)
          }}
        />
      )}
      <RowsForm
        classes={classes}
        hasSeats={coach.seats.length > 0}
        onAdd={(rows) => {
          setPicked(null)
          change(addRows(coach, otherDecks(draft, coach), rows))
        }}
        onClear={() => {
          setPicked(null)
          change({ ...emptyCoach(coach.number, isRail), name: coach.name, deck: coach.deck })
        }}
      />
    </Panel>
  )
}

interface CoachChoiceProps extends Pick<CoachEditorProps, 'isRail'> {
  readonly coaches: readonly DraftCoach[]
  /** Index of the coach that is shown. */
  readonly at: number
  readonly onShow: (index: number) => void
  readonly onAdd: (coach: DraftCoach) => void
  readonly onRemove: () => void
}

function CoachChoice({ coaches, at, isRail, onShow, onAdd, onRemove }: CoachChoiceProps) {
  const t = useVehicleFormTexts()
  const locale = useLocale()
  const number = Math.max(...coaches.map((one) => one.number)) + 1
  const isFull = number > vehicleBounds.coaches
  const coach = coaches[at]
  return (
    <div className="mt-near flex flex-wrap items-end gap-near">
      <Select
        label={t('coachShown')}
        frameClassName="min-w-0 max-w-full"
        value={at}
        onChange={({ target }) => onShow(Number(target.value))}
      >
        {coaches.map((one, index) => (
          <option key={`${one.number} ${one.deck} ${one.name.en}`} value={index}>
            {t('coachOption', { name: one.name[locale], count: one.seats.length })}
          </option>
        ))}
      </Select>
      <Button look="quiet" disabled={isFull} onClick={() => onAdd(emptyCoach(number, isRail))}>
        {t('coachAdd')}
      </Button>
      <Button
        look="quiet"
        disabled={isFull}
        onClick={() => coach && onAdd({ ...coach, number, name: emptyCoach(number, isRail).name })}
      >
        {t('coachCopy')}
      </Button>
      {coaches.length > 1 && (
        <Button look="quiet" onClick={onRemove}>
          {t('coachRemove')}
        </Button>
      )}
    </div>
  )
}

function Figures({ draft }: Pick<CoachEditorProps, 'draft'>) {
  const t = useVehicleFormTexts()
  const seats = draft.coaches.flatMap((one) => one.seats)
  const special = new Set(['wheelchair', 'companion', 'keptBack', 'bicycle'])
  const sold = seats.filter(({ attributes }) => !attributes.some((one) => special.has(one)))
  return (
    <p className="figures font-semibold" aria-live="polite">
      {t('figures', { places: seats.length, sold: sold.length })}
    </p>
  )
}

interface CoachFactsProps {
  readonly coach: DraftCoach
  readonly onChange: (coach: DraftCoach) => void
}

function CoachFacts({ coach, onChange }: CoachFactsProps) {
  const t = useVehicleFormTexts()
  const { name, number, deck } = coach
  return (
    <div className="mt-near flex flex-wrap items-end gap-near">
      <TextField
        label={t('coachNumber')}
        type="number"
        min={1}
        max={vehicleBounds.coaches}
        className="figures"
        frameClassName="max-w-36"
        value={number}
        onChange={({ target }) => {
          const typed = Math.trunc(Number(target.value))
          onChange({ ...coach, number: Math.min(Math.max(1, typed || 1), vehicleBounds.coaches) })
        }}
      />
      <Select
        label={t('deck')}
        value={deck}
        onChange={({ target }) => onChange({ ...coach, deck: Number(target.value) })}
      >
        {([0, 1, 2] as const).map((one) => (
          <option key={one} value={one}>
            {t(`deck-${one}`)}
          </option>
        ))}
      </Select>
      <TextField
        label={t('coachNameKa')}
        maxLength={60}
        value={name.ka}
        onChange={({ target }) => onChange({ ...coach, name: { ...name, ka: target.value } })}
      />
      <TextField
        label={t('coachNameEn')}
        maxLength={60}
        value={name.en}
        onChange={({ target }) => onChange({ ...coach, name: { ...name, en: target.value } })}
      />
    </div>
  )
}

/** A coach in the drawing of the shop; seats are numbered by their position in the draft. */
function coachViewOf(coach: DraftCoach, locale: Locale): CoachView {
  return {
    ...coach,
    name: coach.name[locale],
    marks: coach.marks.filter(({ width, height }) => width > 0 && height > 0),
    classCodes: [],
    seatsLeft: 0,
    seats: coach.seats.map(({ attributes, ...seat }, index) => ({
      ...seat,
      placeId: index + 1,
      attributes: seatAttributes.filter((one) => (attributes as readonly string[]).includes(one)),
      state: attributes.includes('keptBack') ? ('blocked' as const) : ('free' as const),
    })),
  }
}
