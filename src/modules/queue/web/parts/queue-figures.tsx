import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatTime } from '#kernel/format.ts'
import { readQueueFigures, type QueueFigures as Figures } from '../../operator-contract.ts'
import { useTexts } from '../texts.ts'

const refreshMilliseconds = 10_000
const parts = ['joined', 'admitted', 'bought', 'left'] as const
const colours = {
  joined: 'bg-rule',
  admitted: 'bg-accent',
  bought: 'bg-good',
  left: 'bg-warn',
} as const

/** The last hour of a queue by minutes, and the networks with the most joins. */
export function QueueFigures({ queueId }: { queueId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const [figures, setFigures] = useState<Figures | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const read = async (): Promise<void> => {
      try {
        const found = await browserClient(locale).send(readQueueFigures, { params: { queueId } })
        if (!isUnmounted) setFigures(found)
      } catch (error) {
        if (!isUnmounted) setRefusal(error instanceof Error ? error.message : '')
      }
    }
    void read()
    const timer = setInterval(() => void read(), refreshMilliseconds)
    return () => {
      isUnmounted = true
      clearInterval(timer)
    }
  }, [queueId, locale])
  const columns: readonly Column<Figures['networks'][number]>[] = [
    {
      key: 'network',
      title: t('network'),
      isHeader: true,
      renderCell: ({ network }) => `…${network.slice(-6)}`,
    },
    ...(['joined', 'waiting', 'proved'] as const).map(
      (key): Column<Figures['networks'][number]> => ({
        key,
        title: t(key),
        align: 'end',
        compare: (left, right) => left[key] - right[key],
        renderCell: (row) => formatCount(locale, row[key]),
      }),
    ),
    { key: 'bits', title: t('bits'), align: 'end', renderCell: ({ bitsMax }) => bitsMax },
  ]
  if (!figures)
    return refusal === null ? <Skeleton blocks={['h-44']} /> : <p role="alert">{refusal}</p>
  return (
    <>
      <Minutes minutes={figures.minutes} />
      <h3 className="mt-6 font-semibold">{t('networks')}</h3>
      <p className="mt-1 max-w-2xl text-note text-soft">{t('networksText')}</p>
      <Table
        className="mt-2 max-w-2xl"
        caption={t('networks')}
        columns={columns}
        rows={figures.networks}
        keyOf={({ network }) => network}
        empty={<p className="mt-2">{t('networksEmpty')}</p>}
      />
    </>
  )
}

function Minutes({ minutes }: { minutes: Figures['minutes'] }) {
  const t = useTexts()
  const locale = useLocale()
  const maximum = Math.max(1, ...minutes.flatMap((minute) => parts.map((part) => minute[part])))
  return (
    <>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-note">
        {parts.map((part) => (
          <li key={part} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-3 rounded-sm ${colours[part]}`} />
            {t(part)}
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className="mt-3 flex h-40 items-end gap-px border-b border-rule">
        {minutes.map((minute) => (
          <span
            key={minute.at}
            title={describeMinute(minute)}
            className="flex h-full min-w-0 grow items-end"
          >
            {parts.map((part) => (
              <span
                key={part}
                className={`min-w-0 grow ${colours[part]}`}
                style={{ height: `${(minute[part] / maximum) * 100}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-soft">
        <span>{formatTime(minutes[0]?.at ?? '')}</span>
        <span>{formatTime(minutes.at(-1)?.at ?? '')}</span>
      </p>
      <ul className="sr-only">
        {minutes
          .filter((minute) => parts.some((part) => minute[part] > 0))
          .map((minute) => (
            <li key={minute.at}>{describeMinute(minute)}</li>
          ))}
      </ul>
    </>
  )

  function describeMinute({
    at,
    joined,
    admitted,
    bought,
    left,
  }: Figures['minutes'][number]): string {
    return t('chartMinute', {
      time: formatTime(at),
      joined: formatCount(locale, joined),
      admitted: formatCount(locale, admitted),
      bought: formatCount(locale, bought),
      left: formatCount(locale, left),
    })
  }
}
