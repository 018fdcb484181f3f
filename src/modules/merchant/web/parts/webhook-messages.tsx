import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Table } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime } from '#kernel/format.ts'
import {
  listWebhookMessages,
  replayWebhook,
  webhookMessageSorts,
  type WebhookEndpointView,
  type WebhookMessageSort,
  type WebhookMessageView,
} from '#modules/webhooks/contract.ts'
import { useTexts } from '../texts.ts'

const pageSize = 20

/** Deliveries to an endpoint, page by page; the order is part of the address, for all endpoints. */
export function WebhookMessages({ endpoint }: { endpoint: WebhookEndpointView }) {
  const t = useTexts()
  const { endpointId, url } = endpoint
  const [search] = useSearchParams()
  const sort = webhookMessageSorts.find((one) => one === search.get('sort')) ?? 'newest'
  const [page, setPage] = useState({ sort, offset: 0 })
  // Another order begins with its first page.
  const offset = page.sort === sort ? page.offset : 0
  const { loaded, reload } = useLoaded(listWebhookMessages, {
    query: { endpointId, sort, offset, limit: pageSize },
  })
  if (loaded.state === 'failed') return <Notice>{loaded.problem ?? t('networkProblem')}</Notice>
  if (loaded.value === null) return null
  const { items, totalCount } = loaded.value
  return (
    <>
      <MessageTable
        caption={t('webhookMessages', { url })}
        messages={items}
        sorting={{ current: sort, addressOf: (chosen) => `/merchant/webhooks?sort=${chosen}` }}
        onReplayed={reload}
      />
      {totalCount > pageSize && (
        <Pages
          {...{ offset, totalCount }}
          url={url}
          onOpen={(next) => setPage({ sort, offset: next })}
        />
      )}
    </>
  )
}

interface PagesProps {
  readonly offset: number
  readonly totalCount: number
  /** Of the endpoint, of which a page may have several. */
  readonly url: string
  readonly onOpen: (offset: number) => void
}

function Pages({ offset, totalCount, url, onOpen }: PagesProps) {
  const t = useTexts()
  const locale = useLocale()
  const last = Math.min(offset + pageSize, totalCount)
  return (
    <nav
      aria-label={t('webhookMessages', { url })}
      className="flex flex-wrap items-center gap-near"
    >
      <span className="figures">
        {t('attendeesPart', {
          from: formatCount(locale, offset + 1),
          to: formatCount(locale, last),
          total: formatCount(locale, totalCount),
        })}
      </span>
      {offset > 0 && (
        <Button look="quiet" onClick={() => onOpen(0)}>
          {t('ordersFirst')}
        </Button>
      )}
      {last < totalCount && (
        <Button look="quiet" onClick={() => onOpen(last)}>
          {t('ordersNext')}
        </Button>
      )}
    </nav>
  )
}

const states = {
  waiting: { label: 'messageWaiting', tone: undefined },
  delivered: { label: 'messageDelivered', tone: 'good' },
  'given-up': { label: 'messageGivenUp', tone: 'bad' },
} as const

interface MessageTableProps {
  readonly caption: string
  readonly messages: readonly WebhookMessageView[]
  readonly sorting: {
    readonly current: WebhookMessageSort
    readonly addressOf: (sort: WebhookMessageSort) => string
  }
  readonly onReplayed: () => void
}

/** A table of deliveries with their last answers, each with a button that sends it again. */
export function MessageTable({ caption, messages, sorting, onReplayed }: MessageTableProps) {
  const t = useTexts()
  return (
    <Table
      caption={caption}
      isStacked
      rows={messages}
      sorting={sorting}
      keyOf={({ messageId }) => messageId}
      empty={<p className="text-soft">{t('webhookNothingYet')}</p>}
      columns={[
        {
          key: 'at',
          title: t('columnSentAt'),
          isHeader: true,
          sorts: { ascending: 'oldest', descending: 'newest', isDescendingFirst: true },
          renderCell: ({ createdAt }) => <When at={createdAt} className="whitespace-nowrap" />,
        },
        {
          key: 'order',
          title: t('columnOrder'),
          sorts: { ascending: 'order', descending: 'orderReversed' },
          renderCell: ({ orderNumber }) => (
            <LocalLink to={`/merchant/orders/${orderNumber}`} className="link figures">
              {orderNumber}
            </LocalLink>
          ),
        },
        {
          key: 'state',
          title: t('status'),
          sorts: { ascending: 'state', descending: 'stateReversed', isDescendingFirst: true },
          renderCell: ({ state }) => (
            <Badge tone={states[state].tone}>{t(states[state].label)}</Badge>
          ),
        },
        {
          key: 'answer',
          title: t('columnAnswer'),
          renderCell: (message) => <LastAnswer message={message} />,
        },
        {
          key: 'replay',
          title: <span className="sr-only">{t('columnActions')}</span>,
          renderCell: (message) => <Replay message={message} onReplayed={onReplayed} />,
        },
      ]}
    />
  )
}

function LastAnswer({ message: { attempts } }: { message: WebhookMessageView }) {
  const t = useTexts()
  const [last] = attempts
  if (!last) return '–'
  return (
    <div className="min-w-0">
      <span className="wrap-anywhere">{last.problem ?? `HTTP ${last.httpStatus}`}</span>
      <span className="block text-note text-soft">{t('attempts', { count: attempts.length })}</span>
    </div>
  )
}

interface ReplayProps {
  readonly message: WebhookMessageView
  readonly onReplayed: () => void
}

function Replay({ message, onReplayed }: ReplayProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { messageId, orderNumber, createdAt } = message
  const replay = () =>
    run(async () => {
      await browserClient(locale).send(replayWebhook, { body: { messageId } })
      onReplayed()
    })
  return (
    <div>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="plain"
        aria-label={`${t('sendAgain')}: ${orderNumber}, ${formatDateTime(locale, createdAt)}`}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => void replay()}
      >
        {t('sendAgain')}
      </Button>
    </div>
  )
}
