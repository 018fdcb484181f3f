import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Select } from '#design/parts/select.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { ItemPicker, type PickedItem } from '#modules/entrance/web/parts/item-picker.tsx'
import type { MailingLine } from '../../contract.ts'
import { useTexts } from '../texts.ts'

export type ChosenItem = MailingLine['items'][number]

interface OtherItemsProps {
  readonly chosen: readonly ChosenItem[]
  readonly onChosen: (items: readonly ChosenItem[]) => void
}

/** Runs and screenings of a mailing; for a run all passengers, or those of some legs. */
export function OtherItems({ chosen, onChosen }: OtherItemsProps) {
  const t = useTexts()
  const locale = useLocale()
  const [picked, setPicked] = useState<PickedItem | null>(null)
  const [legs, setLegs] = useState<readonly [number, number]>([0, 1])
  const others = chosen.filter(({ source }) => source !== 'event')
  const stops = picked?.stops ?? []
  const last = Math.max(stops.length - 1, 1)
  const add = (item: PickedItem) => {
    const { source, itemId, startsAt, timeZone } = item
    const [legFrom, legTo] = legs
    const way = stops.length > 1 ? `, ${stops[legFrom]} – ${stops[legTo]}` : ''
    const name = `${item.name}${way}`
    const added = { source, itemId, legFrom, legTo, name, startsAt, timeZone }
    onChosen([...chosen.filter((one) => keyOf(one) !== keyOf(added)), added])
    setPicked(null)
  }
  return (
    <>
      {others.length > 0 && (
        <ul className="mt-near divide-y divide-rule">
          {others.map((item) => {
            const words = `${item.name}, ${formatDateTime(locale, item.startsAt, item.timeZone)}`
            return (
              <li key={keyOf(item)} className="flex items-center justify-between gap-near py-1">
                <span className="min-w-0 break-words">{words}</span>
                <Button
                  look="quiet"
                  aria-label={t('itemRemoveNamed', { name: words })}
                  onClick={() => onChosen(chosen.filter((one) => one !== item))}
                >
                  {t('itemRemove')}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <div className="mt-near flex flex-wrap items-end gap-near">
        <ItemPicker
          hasNoDates
          label=""
          anyText=""
          picked={picked}
          onPicked={(item) => {
            setPicked(item)
            setLegs([0, Math.max((item?.stops.length ?? 0) - 1, 1)])
          }}
        />
        {picked && stops.length > 2 && (
          <>
            <Select
              label={t('legFrom')}
              value={legs[0]}
              onChange={({ target }) => {
                const from = Number(target.value)
                setLegs([from, Math.max(legs[1], from + 1)])
              }}
            >
              {stops.slice(0, -1).map((name, index) => (
                <option key={`${index} ${name}`} value={index}>
                  {name}
                </option>
              ))}
            </Select>
            <Select
              label={t('legTo')}
              value={Math.min(legs[1], last)}
              onChange={({ target }) => setLegs([legs[0], Number(target.value)])}
            >
              {stops.map((name, index) =>
                index > legs[0] ? (
                  <option key={`${index} ${name}`} value={index}>
                    {name}
                  </option>
                ) : null,
              )}
            </Select>
          </>
        )}
        {picked && (
          <Button look="quiet" onClick={() => add(picked)}>
            {t('itemAdd')}
          </Button>
        )}
      </div>
    </>
  )
}

function keyOf({ source, itemId, legFrom, legTo }: ChosenItem): string {
  return `${source} ${itemId} ${legFrom}-${legTo}`
}
