import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { resizePool, type DateView } from '../../dates-contract.ts'
import { useTexts } from '../texts.ts'

interface PoolsPanelProps {
  readonly date: DateView
  readonly onChanged: (date: DateView) => void
}

/** Capacities of areas and ticket types without numbered seats. */
export function PoolsPanel({ date, onChanged }: PoolsPanelProps) {
  const t = useTexts()
  return (
    <Panel title={t('datePools')} note={t('datePoolsNote')} look="ruled">
      <ul className="divide-y divide-rule">
        {date.pools.map((pool) => (
          <PoolRow key={pool.poolId} pool={pool} eventId={date.eventId} onChanged={onChanged} />
        ))}
      </ul>
    </Panel>
  )
}

interface PoolRowProps {
  readonly pool: DateView['pools'][number]
  readonly eventId: number
  readonly onChanged: (date: DateView) => void
}

function PoolRow({ pool, eventId, onChanged }: PoolRowProps) {
  const t = useTexts()
  const locale = useLocale()
  const { poolId, name, capacity, taken } = pool
  const { form, field, refusal, isWaiting, isSent } = useForm({
    initial: { capacity: String(capacity) },
    call: resizePool,
    check: ({ capacity: wanted }) => ({
      capacity: /^\d{1,6}$/.test(wanted.trim()) ? null : t('capacityWrong'),
    }),
    async send({ capacity: wanted }) {
      const body = { eventId, poolId, capacity: Number(wanted) }
      onChanged(await browserClient(locale).send(resizePool, { body }))
    },
    refusedField: { CapacityBelowSold: 'capacity' },
  })
  return (
    <li className="py-near">
      <form {...form} className="flex flex-wrap items-end gap-near">
        <p className="min-w-0 grow basis-48">
          {name}
          <span className="figures block text-note text-soft">
            {t('poolTaken', { taken: formatCount(locale, taken) })}
          </span>
        </p>
        <TextField
          {...field('capacity')}
          label={t('poolCapacity', { name })}
          inputMode="numeric"
          frameClassName="w-36"
        />
        <SubmitBar
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          done={isSent && t('changed')}
        >
          {t('change')}
        </SubmitBar>
        {refusal && <Notice>{refusal}</Notice>}
      </form>
    </li>
  )
}
