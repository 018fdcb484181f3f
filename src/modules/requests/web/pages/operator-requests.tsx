import {
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
} from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Button } from '#design/parts/button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { purchaseRequestStatuses } from '../../contract.ts'
import {
  operatorRequestMove,
  operatorRequests,
  type OperatorRequestView,
} from '../../office-contract.ts'
import { useOfficeTexts } from '../office-texts.ts'
import { RequestCard } from '../parts/request-card.tsx'

const pageSize = 20
const shownMax = 100
const all = 'all'

/** Filters from the URL; undecided requests by default. */
function choiceOf(search: URLSearchParams) {
  const requestedStatus = search.get('status') ?? 'New'
  const status = purchaseRequestStatuses.find((one) => one === requestedStatus)
  const shown = Number(search.get('shown')) || pageSize
  return { status, shown: Math.max(pageSize, Math.min(Math.trunc(shown), shownMax)) }
}

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const { status, shown } = choiceOf(url.searchParams)
  return signInFirst(calls, url, calls.send(operatorRequests, { query: { status, limit: shown } }))
}

/** Ticket requests of all organisers, for items of any source. */
export default function OperatorRequestsPage() {
  const t = useOfficeTexts()
  const { items, totalCount } = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const { status = all, shown } = choiceOf(search)
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <Select
        label={t('status')}
        frameClassName="mt-group max-w-xs"
        value={status}
        onChange={({ target }) => setSearch({ status: target.value }, { preventScrollReset: true })}
      >
        <option value={all}>{t('statusAll')}</option>
        {purchaseRequestStatuses.map((one) => (
          <option key={one} value={one}>
            {t(`status${one}`)}
          </option>
        ))}
      </Select>
      {items.length === 0 ? (
        <EmptyState
          title={t(status === all ? 'noneYet' : status === 'New' ? 'noneNew' : 'noneFit')}
        />
      ) : (
        <output className="mt-group block text-soft">{t('found', { count: totalCount })}</output>
      )}
      <ul className="mt-near space-y-group">
        {items.map((request) => (
          <li key={request.requestId}>
            <Request request={request} />
          </li>
        ))}
      </ul>
      {items.length < totalCount && shown < shownMax && (
        <Button
          look="quiet"
          className="mt-group"
          onClick={() =>
            setSearch({ status, shown: String(shown + pageSize) }, { preventScrollReset: true })
          }
        >
          {t('more')}
        </Button>
      )}
    </>
  )
}

function Request({ request }: { request: OperatorRequestView }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { item, organiser } = request
  return (
    <RequestCard
      request={request}
      decide={(body) => browserClient(locale).send(operatorRequestMove, { body })}
      onDecided={() => void revalidate()}
    >
      <p className="mb-near">
        <span className="font-semibold">{item?.name ?? t('gone')}</span>
        {item && (
          <Dotted
            className="figures text-note"
            facts={[formatDateTime(locale, item.startsAt, item.timeZone), item.venue]}
          />
        )}
        <span className="block text-note text-soft">{t('organiser', { name: organiser })}</span>
      </p>
    </RequestCard>
  )
}
