import { Minus, Plus } from 'lucide-react'
import { formatTime } from '#kernel/format.ts'
import type { EventMapView } from '#modules/events/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'
import { PackageParts } from './package-parts.tsx'
import { exclusionOf } from './type-limits.ts'
import { TypePrice } from './type-price.tsx'
import type { Chosen } from './use-choice.ts'

/** Chooses quantities of tickets without seat numbers. */
export function TicketTypes(props: { map: EventMapView; chosen: Chosen }) {
  const t = useChoosingTexts()
  const { map, chosen } = props
  const left = new Map(map.pools.map((pool) => [pool.poolId, pool.left]))
  const heldUntil = new Map(map.heldUntil.pools.map(({ poolId, until }) => [poolId, until]))
  return (
    <ul className="border-t-2 border-ink">
      {map.ticketTypes
        .filter((type) => type.poolId !== null)
        .map((type) => {
          const quantity = chosen.choice.quantities.get(type.ticketTypeId) ?? 0
          const queue = map.placesPerOrderMax - chosen.count
          const poolLeft = left.get(type.poolId ?? 0) ?? 0
          const until = heldUntil.get(type.poolId ?? 0)
          const excludedBy = exclusionOf(map, chosen.lines, type.ticketTypeId)
          const most = excludedBy
            ? 0
            : Math.min(poolLeft, quantity + queue, type.perOrderMax ?? Infinity)
          return (
            <li
              key={type.ticketTypeId}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 border-b border-rule py-4"
            >
              <div>
                <h3 className="font-display text-lg font-bold max-tablet:text-base">{type.name}</h3>
                <p className="figures mt-0.5">
                  <span className="font-semibold">
                    <TypePrice type={type} />
                  </span>
                  {poolLeft > 0 && poolLeft <= 20 && (
                    <span className="text-warn"> · {t('left', { count: poolLeft })}</span>
                  )}
                </p>
                <PackageParts parts={type.parts} />
                {excludedBy && (
                  <p id={`excluded-${type.ticketTypeId}`} className="mt-0.5 text-sm text-soft">
                    {t('typeExcluded', { name: excludedBy.name })}
                  </p>
                )}
              </div>
              {poolLeft === 0 || !type.isActive ? (
                <p className="text-soft">
                  {poolLeft > 0
                    ? t('saleClosed')
                    : until && type.isActive
                      ? t('typeHeld', { time: formatTime(until) })
                      : t('soldOut')}
                </p>
              ) : (
                <Stepper
                  name={type.name}
                  quantity={quantity}
                  most={most}
                  reasonId={excludedBy && `excluded-${type.ticketTypeId}`}
                  onChange={(next) => chosen.setQuantity(type.ticketTypeId, next)}
                />
              )}
            </li>
          )
        })}
    </ul>
  )
}

export function Stepper(props: {
  name: string
  quantity: number
  most: number
  least?: number
  /** Id of the text that explains the maximum. */
  reasonId?: string | undefined
  onChange: (quantity: number) => void
}) {
  const t = useChoosingTexts()
  const look =
    'grid size-11 place-items-center rounded-full border-[1.5px] border-rule-strong enabled:hover:border-ink disabled:opacity-35'
  return (
    <fieldset className="flex items-center gap-2" aria-describedby={props.reasonId}>
      <legend className="sr-only">
        {t('quantity')}: {props.name}
      </legend>
      <button
        type="button"
        className={look}
        disabled={props.quantity <= (props.least ?? 0)}
        aria-label={t('less', { name: props.name })}
        onClick={() => props.onChange(props.quantity - 1)}
      >
        <Minus size={18} aria-hidden="true" />
      </button>
      <output aria-live="polite" className="figures min-w-8 text-center text-lg font-[650]">
        {props.quantity}
      </output>
      <button
        type="button"
        className={look}
        disabled={props.quantity >= props.most}
        aria-label={t('more', { name: props.name })}
        onClick={() => props.onChange(props.quantity + 1)}
      >
        <Plus size={18} aria-hidden="true" />
      </button>
    </fieldset>
  )
}
