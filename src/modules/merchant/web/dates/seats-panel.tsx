import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { giveAllotment } from '#modules/box-office/outside-contract.ts'
import { withholdSeats, readDate, readDateSeats, type DateView } from '../../dates-contract.ts'
import { useTexts } from '../texts.ts'

interface SeatsPanelProps {
  readonly date: DateView
  readonly onChanged: (date: DateView) => void
}

type Seat = { readonly placeId: number; readonly label: string; readonly use: string }

/** Seats withheld from sale: chosen section by section, row by row. */
export function SeatsPanel({ date, onChanged }: SeatsPanelProps) {
  const t = useTexts()
  const [sectionId, setSectionId] = useState(date.sections[0]?.sectionId ?? 0)
  return (
    <Panel title={t('dateKeep')} note={t('dateKeepNote')} look="ruled">
      <Select
        label={t('dateSection')}
        frameClassName="max-w-md"
        value={sectionId}
        onChange={({ target }) => setSectionId(Number(target.value))}
      >
        {date.sections.map((section) => (
          <option key={section.sectionId} value={section.sectionId}>
            {t('sectionLine', {
              name: section.name,
              free: section.seats - section.sold - section.held - section.kept,
              kept: section.kept,
            })}
          </option>
        ))}
      </Select>
      <Seats key={sectionId} eventId={date.eventId} sectionId={sectionId} onChanged={onChanged} />
    </Panel>
  )
}

interface SeatsProps {
  readonly eventId: number
  readonly sectionId: number
  readonly onChanged: (date: DateView) => void
}

function Seats({ eventId, sectionId, onChanged }: SeatsProps) {
  const t = useTexts()
  const locale = useLocale()
  const [chosen, setChosen] = useState<ReadonlyMap<number, Seat>>(new Map())
  const [note, setNote] = useState('')
  const read = useLoaded(readDateSeats, { query: { eventId, sectionId } })
  const { run, isWaiting, refusal } = useWork()
  const toKeep = [...chosen.values()].filter(({ use }) => use === 'free')
  const toFree = [...chosen.values()].filter(({ use }) => use === 'kept')
  const send = (seats: readonly Seat[], isKept: boolean) =>
    run(async () => {
      const placeIds = seats.map(({ placeId }) => placeId)
      const body = { eventId, placeIds, isKept, note }
      onChanged(await browserClient(locale).send(withholdSeats, { body }))
      setChosen(new Map())
      setNote('')
      read.reload()
    })
  const toggle = (seats: readonly Seat[]) =>
    setChosen((before) => {
      const next = new Map(before)
      const isAdding = seats.some(({ placeId }) => !before.has(placeId))
      for (const seat of seats)
        if (isAdding) next.set(seat.placeId, seat)
        else next.delete(seat.placeId)
      return next
    })
  return (
    <LoadedPart of={read} height="h-48" className="mt-near">
      {({ rows }) => (
        <div className="mt-near space-y-near">
          <ul className="relative space-y-1 overflow-x-auto pb-2">
            {rows.map((row, index) => (
              <Row key={`${row.label} ${index}`} row={row} chosen={chosen} onToggle={toggle} />
            ))}
          </ul>
          <p className="text-note text-soft">{t('seatsLegend')}</p>
          <TextField
            label={t('keepFor')}
            hint={t('keepForHint')}
            value={note}
            maxLength={200}
            frameClassName="max-w-md"
            onChange={({ target }) => setNote(target.value)}
          />
          {refusal && <Notice>{refusal}</Notice>}
          <div className="flex flex-wrap gap-near">
            <Button
              look="quiet"
              isWaiting={isWaiting}
              waitingText={t('waiting')}
              aria-disabled={toKeep.length === 0 || undefined}
              onClick={() => toKeep.length > 0 && void send(toKeep, true)}
            >
              {t('keepSeats', { count: toKeep.length })}
            </Button>
            <Button
              look="quiet"
              isWaiting={isWaiting}
              waitingText={t('waiting')}
              aria-disabled={toFree.length === 0 || undefined}
              onClick={() => toFree.length > 0 && void send(toFree, false)}
            >
              {t('freeSeats', { count: toFree.length })}
            </Button>
          </div>
          <GiveToSeller
            eventId={eventId}
            seats={toKeep}
            onGiven={(date) => {
              onChanged(date)
              setChosen(new Map())
              read.reload()
            }}
          />
        </div>
      )}
    </LoadedPart>
  )
}

interface GiveToSellerProps {
  readonly eventId: number
  readonly seats: readonly Seat[]
  readonly onGiven: (date: DateView) => void
}

/** Gives the chosen seats to an outside seller. */
function GiveToSeller({ eventId, seats, onGiven }: GiveToSellerProps) {
  const t = useTexts()
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const { run, isWaiting, refusal } = useWork()
  const seller = typed.trim()
  const mayGive = seats.length > 0 && seller !== ''
  const give = (isPrinted: boolean) =>
    run(async () => {
      const client = browserClient(locale)
      const placeIds = seats.map(({ placeId }) => placeId)
      await client.send(giveAllotment, { body: { eventId, seller, placeIds, isPrinted } })
      onGiven(await client.send(readDate, { query: { eventId } }))
    })
  return (
    <div className="flex flex-wrap items-end gap-near">
      <TextField
        label={t('allotmentSeller')}
        value={typed}
        maxLength={60}
        frameClassName="max-w-md grow"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        aria-disabled={!mayGive || undefined}
        onClick={() => mayGive && void give(false)}
      >
        {t('allotmentGive', { count: seats.length })}
      </Button>
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        aria-disabled={!mayGive || undefined}
        onClick={() => mayGive && void give(true)}
      >
        {t('allotmentPrint', { count: seats.length })}
      </Button>
      {refusal && <Notice>{refusal}</Notice>}
    </div>
  )
}

interface RowProps {
  readonly row: { readonly label: string; readonly seats: readonly Seat[] }
  readonly chosen: ReadonlyMap<number, Seat>
  readonly onToggle: (seats: readonly Seat[]) => void
}

/** A row of seats; its button selects all free seats of the row. */
function Row({ row, chosen, onToggle }: RowProps) {
  const t = useTexts()
  const free = row.seats.filter(({ use }) => use === 'free')
  return (
    <li className="flex w-max items-center gap-1">
      <Button
        look="plain"
        className="mx-0 w-20 shrink-0"
        aria-label={t('wholeRow', { row: row.label })}
        onClick={() => free.length > 0 && onToggle(free)}
      >
        {row.label}
      </Button>
      {row.seats.map((seat) => {
        const { placeId, label, use } = seat
        const isOurs = use === 'free' || use === 'kept'
        const name = t('seatNamed', { row: row.label, seat: label })
        if (!isOurs)
          return (
            <span
              key={placeId}
              className="figures w-11 text-center text-note text-soft line-through"
            >
              <span className="sr-only">{`${name}: ${t(use === 'sold' ? 'seatSold' : 'seatHeld')}`}</span>
              <span aria-hidden="true">{label}</span>
            </span>
          )
        return (
          <Button
            key={placeId}
            look={chosen.has(placeId) ? 'main' : use === 'kept' ? 'danger' : 'quiet'}
            size="icon"
            aria-pressed={chosen.has(placeId)}
            aria-label={use === 'kept' ? `${name}: ${t('seatKept')}` : name}
            onClick={() => onToggle([seat])}
          >
            {label}
          </Button>
        )
      })}
    </li>
  )
}
