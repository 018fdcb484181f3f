import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Table } from '#design/parts/table.tsx'
import { formatCount } from '#kernel/format.ts'
import { listImportItems, type ImportItemView, type ImportView } from '../../import-contract.ts'
import { useTexts } from '../texts.ts'

const actions = ['bad', 'new', 'changed', 'unchanged'] as const
type Action = (typeof actions)[number]

const actionLabels = {
  bad: 'actionBad',
  new: 'actionNew',
  changed: 'actionChanged',
  unchanged: 'actionUnchanged',
} as const

const actionColours: Readonly<Record<Action, string>> = {
  bad: 'text-accent',
  new: 'text-good',
  changed: 'text-warn',
  unchanged: 'text-soft',
}

const kindLabels = {
  show: 'kindShow',
  event: 'kindEvent',
  price: 'kindPrice',
  file: 'kindFile',
} as const

/** Entities of an import: problems first, then new and changed ones, a hundred per page. */
export function ImportItems(props: { importId: string; counts: ImportView['counts'] }) {
  const { importId, counts } = props
  const t = useTexts()
  const locale = useLocale()
  const first = actions.find((action) => counts[action] > 0) ?? 'unchanged'
  const [action, setAction] = useState<Action>(first)
  const [after, setAfter] = useState<readonly number[]>([])
  const { data, isError, refetch } = useQuery({
    queryKey: ['import-items', importId, action, after.at(-1) ?? 0],
    queryFn: () =>
      browserClient(locale).send(listImportItems, {
        params: { importId },
        query: { action, after: after.at(-1) ?? 0 },
      }),
    placeholderData: keepPreviousData,
  })
  function choose(chosen: Action): void {
    setAction(chosen)
    setAfter([])
  }
  return (
    <section aria-label={t('itemsTitle')} className="mt-8">
      <div className="flex flex-wrap gap-2">
        {actions.map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={action === each}
            onClick={() => choose(each)}
          >
            {t(each === 'bad' ? 'actionsBad' : actionLabels[each])}{' '}
            <span className="figures">{formatCount(locale, counts[each])}</span>
          </button>
        ))}
      </div>
      {isError ? (
        <p className="mt-4">
          {t('errorText')}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {t('again')}
          </button>
        </p>
      ) : !data ? (
        <Skeleton className="mt-4" />
      ) : data.items.length === 0 ? (
        <p className="mt-4 border-t border-rule pt-3 text-soft">{t('itemsEmpty')}</p>
      ) : (
        <ItemList items={data.items} />
      )}
      <div className="mt-4 flex gap-3">
        {after.length > 0 && (
          <Button look="quiet" onClick={() => setAfter(after.slice(0, -1))}>
            {t('previousPage')}
          </Button>
        )}
        {data?.next != null && (
          <Button look="quiet" onClick={() => setAfter([...after, data.next ?? 0])}>
            {t('nextPage')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** In the order of the files; on phones each value stands on its own line without a label. */
export function ItemList({ items }: { items: readonly ImportItemView[] }) {
  const t = useTexts()
  return (
    <Table
      className="mt-near"
      caption={t('itemsTitle')}
      isStacked
      rows={items}
      keyOf={({ number }) => number}
      columns={[
        {
          key: 'file',
          title: t('columnFile'),
          isHeader: true,
          renderCell: ({ file, at }) => (
            <span className="figures wrap-anywhere">
              {file}{' '}
              <span className="font-normal text-soft">
                {/^\d+$/.test(at) ? t('itemLine', { line: at }) : at}
              </span>
            </span>
          ),
        },
        {
          key: 'entry',
          title: <>{t('columnEntry')}</>,
          className: 'text-left',
          renderCell: ({ kind, key }) => (
            <div className="min-w-0">
              <span className="text-soft">{t(kindLabels[kind])}</span>{' '}
              <span className="wrap-anywhere">{key}</span>
            </div>
          ),
        },
        {
          key: 'result',
          title: <>{t('columnResult')}</>,
          className: 'text-left',
          renderCell: (item) => (
            <div className="min-w-0 text-note">
              <Verdict item={item} />
            </div>
          ),
        },
      ]}
    />
  )
}

function Verdict({ item }: { item: ImportItemView }) {
  const t = useTexts()
  return (
    <>
      <p className={`font-semibold ${actionColours[item.action]}`}>
        {t(actionLabels[item.action])}
      </p>
      <ul>
        {item.problems.map((problem) => (
          <li key={`${problem.column} ${problem.code} ${problem.message}`}>
            {problem.column !== '' && <code className="mr-2 font-semibold">{problem.column}</code>}
            {problem.message}
          </li>
        ))}
        {item.unprintable.length > 0 && (
          <li>{t('itemUnprintable', { letters: item.unprintable.join(' ') })}</li>
        )}
        {item.changes.map((change) => (
          <li key={change.column} className="break-words">
            <code className="mr-2 font-semibold">{change.column}</code>
            <del className="text-soft">{change.from || '—'}</del> →{' '}
            <ins className="no-underline">{change.to || '—'}</ins>
          </li>
        ))}
      </ul>
    </>
  )
}
