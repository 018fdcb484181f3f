import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
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

function ItemList({ items }: { items: readonly ImportItemView[] }) {
  const t = useTexts()
  return (
    <ol className="mt-4 border-t border-rule text-note">
      {items.map((item) => (
        <li
          key={item.number}
          className="grid gap-x-6 border-b border-rule py-2 tablet:grid-cols-[12rem_minmax(0,1fr)_minmax(0,2fr)]"
        >
          <p className="figures wrap-anywhere">
            {item.file}{' '}
            <span className="text-soft">
              {/^\d+$/.test(item.at) ? t('itemLine', { line: item.at }) : item.at}
            </span>
          </p>
          <p>
            <span className="text-soft">{t(kindLabels[item.kind])}</span>{' '}
            <span className="wrap-anywhere">{item.key}</span>
          </p>
          <div className="min-w-0">
            <Verdict item={item} />
          </div>
        </li>
      ))}
    </ol>
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
