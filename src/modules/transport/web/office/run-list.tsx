import { useState, type ReactNode } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { showToast } from '#design/parts/toast.ts'
import { useLocale } from '#design/texts.tsx'
import { switchOfficeSale } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { isChangeable, RunTable, type RunTableProps } from './run-table.tsx'

type RunListProps = Pick<RunTableProps, 'runs' | 'sorting' | 'onChanged'>

/** One page of runs; the sale of those that are selected is stopped or resumed at once. */
export function RunList({ runs, sorting, onChanged }: RunListProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run: work, isWaiting, refusal } = useWork()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const changeable = runs.filter(isChangeable).map(({ runId }) => runId)
  // In another order, other runs may be on this page.
  const chosen = changeable.filter((runId) => selected.has(runId))
  const choose = (runIds: readonly number[], isChosen: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      for (const runId of runIds)
        if (isChosen) next.add(runId)
        else next.delete(runId)
      return next
    })
  const send = (isOnSale: boolean) =>
    void work(async () => {
      const body = { runIds: chosen, isOnSale }
      const { changed } = await browserClient(locale).send(switchOfficeSale, { body })
      setSelected(new Set())
      showToast({ text: t('changedRuns', { count: changed }) })
      onChanged()
    })
  if (runs.length === 0) return <EmptyState title={t('runsNone')}>{t('runsNoneNote')}</EmptyState>
  return (
    <>
      <div className="mt-near flex flex-wrap items-center gap-near">
        {changeable.length > 0 && (
          <Checkbox
            label={t('selectPage')}
            checked={chosen.length === changeable.length}
            onChange={({ target }) => choose(changeable, target.checked)}
          />
        )}
        {chosen.length > 0 && (
          <>
            <Bulk isWaiting={isWaiting} onPress={() => send(false)}>
              {t('stopSelected', { count: chosen.length })}
            </Bulk>
            <Bulk isWaiting={isWaiting} onPress={() => send(true)}>
              {t('resumeSelected', { count: chosen.length })}
            </Bulk>
          </>
        )}
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <RunTable
        runs={runs}
        sorting={sorting}
        isChosen={(runId) => selected.has(runId)}
        onChosen={(runId, isChosen) => choose([runId], isChosen)}
        onChanged={onChanged}
      />
    </>
  )
}

interface BulkProps {
  readonly isWaiting: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Bulk({ isWaiting, onPress, children }: BulkProps) {
  const t = useTexts()
  return (
    <Button look="quiet" isWaiting={isWaiting} waitingText={t('waiting')} onClick={onPress}>
      {children}
    </Button>
  )
}
