import { useSingleKeys } from '#design/data/single-keys.ts'
import { ChoiceGroup, Radio, Switch } from '#design/parts/checkbox.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { CounterTypeView } from '../../basket-contract.ts'
import { useTexts } from '../texts.ts'

interface TypeChoiceProps {
  readonly types: readonly CounterTypeView[]
  readonly typeId: number | null
  readonly onChosen: (ticketTypeId: number) => void
}

/** Ticket types with their shortcut keys and remaining places. */
export function TypeChoice({ types, typeId, onChosen }: TypeChoiceProps) {
  const t = useTexts()
  const locale = useLocale()
  const [areSingleKeysOn, setSingleKeys] = useSingleKeys()
  return (
    <ChoiceGroup legend={t('types')}>
      <div className="mt-1.5 space-y-tight">
        {types.map((type, index) => (
          <Radio
            key={type.ticketTypeId}
            look="card"
            name="type"
            label={`${index + 1}. ${type.name}`}
            end={isSoldOut(type) ? t('soldOut') : formatMoney(locale, type.total)}
            hint={type.left !== null && type.left > 0 ? t('left', { count: type.left }) : undefined}
            disabled={isSoldOut(type)}
            checked={type.ticketTypeId === typeId}
            onChange={() => onChosen(type.ticketTypeId)}
          />
        ))}
      </div>
      <Switch
        label={t('singleKeys')}
        checked={areSingleKeysOn}
        onChange={(event) => setSingleKeys(event.target.checked)}
      />
    </ChoiceGroup>
  )
}

/** Whether no place is left that can be sold without choosing a seat on the plan. */
export function isSoldOut({ left }: CounterTypeView): boolean {
  return left === 0
}
