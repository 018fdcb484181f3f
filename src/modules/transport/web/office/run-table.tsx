import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatTime } from '#kernel/format.ts'
import { switchOfficeSale, type OfficeRunLine, type OfficeRunSort } from '../../office-contract.ts'
import { useTexts } from '../office-texts.ts'
import { LegBars } from './leg-bars.tsx'
import { RunBadges } from './run-badges.tsx'

export interface RunTableProps {
  readonly runs: readonly OfficeRunLine[]
  readonly sorting: {
    readonly current: OfficeRunSort
    readonly addressOf: (sort: OfficeRunSort) => string
  }
  readonly isChosen: (runId: number) => boolean
  readonly onChosen: (runId: number, isChosen: boolean) => void
  readonly onChanged: () => void
}

/** A column that narrow tables have no room for. */
const onWide = 'hidden @5xl:table-cell'

/** Whether the sale of a run can be stopped or resumed. */
export function isChangeable({ isOver, state }: OfficeRunLine): boolean {
  return !isOver && state !== 'cancelled'
}

/** A table of runs: their occupancy, state and sale, each with a link to its page. */
export function RunTable(props: RunTableProps) {
  const { runs, sorting, onChanged } = props
  const t = useTexts()
  const locale = useLocale()
  return (
    <Table
      className="@container mt-near"
      caption={t('runsTitle')}
      isStacked
      rows={runs}
      sorting={sorting}
      keyOf={({ runId }) => runId}
      columns={[
        useChoice(props),
        {
          key: 'departure',
          title: t('departsColumn'),
          isHeader: true,
          sorts: { ascending: 'departure', descending: 'departureReversed' },
          renderCell: ({ departsAt, timeZone }) => (
            <When at={departsAt} timeZone={timeZone} show="time" />
          ),
        },
        {
          key: 'line',
          // On phones it follows the time, without a label.
          title: <>{t('line')}</>,
          className: 'text-left',
          sorts: { ascending: 'line', descending: 'lineReversed' },
          renderCell: ({ runId, name, from, to, arrivesAt, timeZone, vehicle }) => (
            <div className="min-w-0">
              <LocalLink to={`/merchant/runs/${runId}`} className="link font-semibold">
                {name}
              </LocalLink>
              <span className="block break-words">
                {t('way', { from, to })} (<When at={arrivesAt} timeZone={timeZone} show="time" />)
              </span>
              <span className="block text-note break-words text-soft @5xl:hidden">{vehicle}</span>
            </div>
          ),
        },
        {
          key: 'vehicle',
          title: t('vehicle'),
          className: onWide,
          sorts: { ascending: 'vehicle', descending: 'vehicleReversed' },
          renderCell: ({ vehicle }) => vehicle,
        },
        {
          key: 'sold',
          title: t('sold'),
          sorts: { ascending: 'fewestSold', descending: 'mostSold', isDescendingFirst: true },
          renderCell: (run) => (
            <div className="min-w-32 @5xl:min-w-44">
              <span className="figures">{formatCount(locale, run.sold)}</span>
              {run.held > 0 && ` · ${t('heldOf', { held: formatCount(locale, run.held) })}`}
              <LegBars run={run} />
            </div>
          ),
        },
        {
          key: 'state',
          title: t('stateColumn'),
          sorts: { ascending: 'state', descending: 'stateReversed', isDescendingFirst: true },
          renderCell: (run) => <RunBadges run={run} />,
        },
        {
          key: 'actions',
          // Where it has no room, runs are selected.
          className: onWide,
          title: <span className="sr-only">{t('actionsColumn')}</span>,
          renderCell: (run) => isChangeable(run) && <SaleSwitch run={run} onChanged={onChanged} />,
        },
      ]}
    />
  )
}

/** The column with the checkboxes; what cannot be changed has none. */
function useChoice({
  isChosen,
  onChosen,
}: Pick<RunTableProps, 'isChosen' | 'onChosen'>): Column<OfficeRunLine, OfficeRunSort> {
  const t = useTexts()
  return {
    key: 'choice',
    title: <span className="sr-only">{t('selectColumn')}</span>,
    className: 'table-choice',
    renderCell: (run) =>
      isChangeable(run) && (
        <Checkbox
          label={<span className="sr-only">{t('selectRun', namedBy(run))}</span>}
          checked={isChosen(run.runId)}
          onChange={({ target }) => onChosen(run.runId, target.checked)}
        />
      ),
  }
}

function namedBy({ name, departsAt, timeZone }: OfficeRunLine) {
  return { name, time: formatTime(departsAt, timeZone) }
}

interface SaleSwitchProps {
  readonly run: OfficeRunLine
  readonly onChanged: () => void
}

function SaleSwitch({ run, onChanged }: SaleSwitchProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run: work, isWaiting, refusal } = useWork()
  const isStopped = run.sale === 'stopped'
  const words = t(isStopped ? 'resumeSale' : 'stopSale')
  const { name, time } = namedBy(run)
  return (
    <>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="plain"
        aria-label={`${words}: ${name}, ${time}`}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() =>
          void work(async () => {
            const body = { runIds: [run.runId], isOnSale: isStopped }
            await browserClient(locale).send(switchOfficeSale, { body })
            onChanged()
          })
        }
      >
        {words}
      </Button>
    </>
  )
}
