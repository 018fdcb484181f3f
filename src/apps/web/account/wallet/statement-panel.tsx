import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { formatDate, formatMoney, formatTime } from '#kernel/format.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { ownStatement, type MovementView } from '#modules/wallet/contract.ts'
import { MonthChart } from './month-chart.tsx'
import { useOrderNames } from './order-names.ts'
import { sumMonths } from './months.ts'

const filters = ['all', 'in', 'out'] as const
type Filter = (typeof filters)[number]
const filterTexts = { all: 'movementsAll', in: 'movementsIn', out: 'movementsOut' } as const

const kindTexts = {
  'top-up': 'movementTopUp',
  spend: 'movementSpend',
  'withdraw-account': 'movementWithdraw',
  'withdraw-card': 'movementWithdraw',
  refund: 'movementRefund',
  correction: 'movementCorrection',
} as const satisfies Record<MovementView['kind'], string>

export const pageSize = 50
const monthsMax = 6

interface StatementPanelProps {
  readonly first: readonly MovementView[]
  readonly nextCursor: number | null
}

export function StatementPanel(props: StatementPanelProps) {
  const t = useTexts()
  const locale = useLocale()
  const [page, setPage] = useState({ movements: props.first, nextCursor: props.nextCursor })
  const [filter, setFilter] = useState<Filter>('all')
  const [isWaiting, setWaiting] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const { movements, nextCursor } = page
  const names = useOrderNames(movements.some(isOfOrder))

  async function more(cursor: number): Promise<void> {
    setWaiting(true)
    setFailed(false)
    try {
      const query = { cursor, pageSize }
      const next = await browserClient(locale).send(ownStatement, { query })
      setPage({ movements: [...movements, ...next.movements], nextCursor: next.nextCursor })
    } catch {
      setFailed(true)
    }
    setWaiting(false)
  }

  if (movements.length === 0)
    return <Panel title={t('movementsTitle')} note={<p>{t('movementsNone')}</p>} />
  const shown = movements.filter(
    ({ amount }) => filter === 'all' || amount.amount > 0 === (filter === 'in'),
  )
  return (
    <Panel title={t('movementsTitle')}>
      <MonthChart
        months={sumMonths(movements, { isWhole: nextCursor === null, most: monthsMax })}
      />
      <div className="mb-3 flex flex-wrap gap-2">
        {filters.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={filter === name}
            className="chip"
            onClick={() => setFilter(name)}
          >
            {t(filterTexts[name])}
          </button>
        ))}
      </div>
      <ol className="border-t border-rule">
        {shown.map((movement) => (
          <Movement
            key={movement.number}
            movement={movement}
            bought={names.get(movement.reference) ?? null}
          />
        ))}
      </ol>
      {shown.length === 0 && <p className="py-4 text-soft">{t('movementsNoneSuch')}</p>}
      {hasFailed && <Notice>{t('networkProblem')}</Notice>}
      {nextCursor !== null && (
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('movementsLoading')}
          onClick={() => void more(nextCursor)}
          className="mt-4"
        >
          {t('movementsMore')}
        </Button>
      )}
    </Panel>
  )
}

/** References of other movements are ids of payments or withdrawals, which contain hyphens. */
function isOfOrder({ kind, reference }: MovementView): boolean {
  return (kind === 'spend' || kind === 'refund') && !reference.includes('-')
}

interface MovementProps {
  readonly movement: MovementView
  /** Names of the order's items; null if unknown. */
  readonly bought: string | null
}

function Movement({ movement, bought }: MovementProps) {
  const t = useTexts()
  const locale = useLocale()
  const { at, kind, amount, balance, reference } = movement
  const isIn = amount.amount > 0
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-rule py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          {t(kindTexts[kind])}
          {isOfOrder(movement) && (
            <>
              {' · '}
              <LocalLink to={`/account/orders/${reference}`} className="link figures">
                {bought ?? t('movementOrder', { number: reference })}
              </LocalLink>
            </>
          )}
        </p>
        <p className="figures text-note text-soft">
          <time dateTime={at}>
            {formatDate(locale, at, { year: true })}, {formatTime(at)}
          </time>
        </p>
      </div>
      <p className="figures shrink-0 text-right">
        <span className={`font-semibold ${isIn ? 'text-good' : ''}`}>
          {isIn && '+'}
          {formatMoney(locale, amount)}
        </span>
        <span className="block text-note text-soft">
          {t('movementBalance', { amount: formatMoney(locale, balance) })}
        </span>
      </p>
    </li>
  )
}
