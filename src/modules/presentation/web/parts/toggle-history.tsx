import { useQuery } from '@tanstack/react-query'
import { browserClient } from '#design/data/browser-calls.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { operatorSwitchHistory } from '../../switches-contract.ts'
import { useTargetingText, type MerchantName } from '../toggle-labels.ts'
import { useOfficeTexts } from '../texts.ts'

/** Change history of a switch, newest first; reloaded after each change. */
export function ToggleHistory(props: {
  readonly toggleKey: string
  readonly changedAt: string
  readonly merchants: readonly MerchantName[]
}) {
  const { toggleKey: key, changedAt, merchants } = props
  const t = useOfficeTexts()
  const locale = useLocale()
  const textOf = useTargetingText(merchants)
  const { data, isError } = useQuery({
    queryKey: ['switch-history', key, changedAt, locale],
    queryFn: ({ signal }) =>
      browserClient(locale).send(operatorSwitchHistory, { params: { key } }, { signal }),
  })
  if (isError) return <ErrorState title={t('officeFailed')} />
  if (!data) return <Skeleton label={t('loading')} blocks={['h-12']} />
  if (data.items.length === 0) return <p className="text-soft">{t('toggleNoHistory')}</p>
  return (
    <ol className="space-y-tight">
      {data.items.map(({ changeId, at, operatorName, isOn, targeting }) => (
        <li key={changeId} className="flex flex-wrap gap-x-near">
          <When at={at} className="text-soft" />
          <span>
            <span className="font-semibold">{operatorName || t('byCommand')}</span>{' '}
            {t(isOn ? 'toggleTurnedOn' : 'toggleTurnedOff')}
            {targeting && isOn && `: ${textOf(targeting)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
