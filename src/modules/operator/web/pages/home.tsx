import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { Panel } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Table } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { operatorHome, type OperatorHomeView } from '../../sales-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { AttentionList, ItemName, keyOf } from '../parts/attention.tsx'
import { SalesPace, usualBy } from '../parts/sales-pace.tsx'
import { useTexts } from '../texts.ts'

export function loader(request: LoaderFunctionArgs) {
  return operatorReply(request, operatorHome)
}

/** Today's sales, and what needs attention. */
export default function OperatorHomePage() {
  const t = useTexts()
  const locale = useLocale()
  const home = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('homePageTitle')}</title>
      <div className="flex flex-wrap items-baseline justify-between gap-x-group gap-y-1">
        <PageTitle look="office">{t('homeTitle')}</PageTitle>
        <p className="text-soft">
          {formatDate(locale, `${home.today.day}T12:00:00+04:00`, { weekday: true })}
        </p>
      </div>
      <Figures home={home} />
      <div className="mt-group grid grid-cols-1 gap-group desk:grid-cols-[3fr_2fr] desk:items-start">
        <Panel title={t('paceTitle')} look="ruled">
          <SalesPace {...home} />
        </Panel>
        <Panel title={t('attentionTitle')} look="ruled">
          <AttentionList attention={home.attention} />
        </Panel>
      </div>
      <Panel title={t('sellingTitle')} look="ruled" className="mt-group">
        <Selling items={home.items} rest={home.rest} />
      </Panel>
    </>
  )
}

function Figures({ home }: { home: OperatorHomeView }) {
  const t = useTexts()
  const locale = useLocale()
  const { today, before, returned, hoursGone } = home
  const usual = usualBy(before, hoursGone)
  const figures = [
    {
      label: t('soldToday'),
      value: formatMoney(locale, money(today.soldMinor)),
      note: t('usualByNow', { sum: formatMoney(locale, money(usual)) }),
    },
    {
      label: t('ordersToday'),
      value: formatCount(locale, today.orderCount),
      note:
        today.orderCount > 0 &&
        t('meanOrder', {
          sum: formatMoney(locale, money(Math.round(today.soldMinor / today.orderCount))),
        }),
    },
    {
      label: t('returnedToday'),
      value: formatMoney(locale, money(returned.amountMinor)),
      note: [
        ...(returned.ticketCount > 0 ? [t('ticketCount', { count: returned.ticketCount })] : []),
        ...(returned.carriedMinor > 0
          ? [t('carriedToday', { sum: formatMoney(locale, money(returned.carriedMinor)) })]
          : []),
      ].join(' · '),
    },
  ]
  return (
    <dl className="mt-group grid gap-near tablet:grid-cols-3">
      {figures.map(({ label, value, note }) => (
        <div key={label} className="card card-ruled">
          <dt className="text-note text-soft">{label}</dt>
          <dd className="figures mt-1 font-display text-3xl font-bold">{value}</dd>
          {note && <dd className="figures mt-1 text-note text-soft">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}

type SellingProps = Pick<OperatorHomeView, 'items' | 'rest'>

function Selling({ items, rest }: SellingProps) {
  const t = useTexts()
  if (items.length > 0 || rest.soldMinor !== 0)
    return (
      <>
        <SellingOnPhone items={items} rest={rest} />
        <SellingTable items={items} rest={rest} />
      </>
    )
  return (
    <EmptyState
      title={t('sellingNone')}
      action={
        <LinkButton look="quiet" to="/operator/programme">
          {t('navProgramme')}
        </LinkButton>
      }
    />
  )
}

type SellingRow = OperatorHomeView['items'][number] | OperatorHomeView['rest']

/** The best sellers and everything else, which add up to the total of the day. */
function rowsOf(
  items: OperatorHomeView['items'],
  rest: OperatorHomeView['rest'],
): readonly SellingRow[] {
  return rest.soldMinor === 0 && rest.ticketCount === 0 ? items : [...items, rest]
}

function keyOfRow(row: SellingRow): string {
  return 'source' in row ? keyOf(row) : 'rest'
}

/** The same on phones, where three columns would leave too little for the names. */
function SellingOnPhone({ items, rest }: SellingProps) {
  const t = useTexts()
  return (
    <ul className="divide-y divide-rule tablet:hidden">
      {rowsOf(items, rest).map((item) => (
        <li key={keyOfRow(item)} className="flex justify-between gap-group py-near">
          <div className="min-w-0 break-words">
            {'source' in item ? <ItemName item={item} /> : t('sellingRest')}
          </div>
          <p className="shrink-0 text-right">
            <Price money={money(item.soldMinor)} />
            <span className="figures block text-note text-soft">
              {t('ticketCount', { count: item.ticketCount })}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function SellingTable({ items, rest }: SellingProps) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Table
      className="hidden tablet:block"
      caption={t('sellingTitle')}
      rows={rowsOf(items, rest)}
      keyOf={keyOfRow}
      columns={[
        {
          key: 'item',
          title: t('columnEvent'),
          isHeader: true,
          renderCell: (row) => ('source' in row ? <ItemName item={row} /> : t('sellingRest')),
        },
        {
          key: 'tickets',
          title: t('columnTickets'),
          align: 'end',
          compare: (one, other) => one.ticketCount - other.ticketCount,
          renderCell: ({ ticketCount }) => formatCount(locale, ticketCount),
        },
        {
          key: 'sold',
          title: t('columnSold'),
          align: 'end',
          compare: (one, other) => one.soldMinor - other.soldMinor,
          renderCell: ({ soldMinor }) => <Price money={money(soldMinor)} />,
        },
      ]}
    />
  )
}
