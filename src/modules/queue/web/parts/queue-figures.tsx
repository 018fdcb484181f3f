import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
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

/** The last hour of a queue, minute beside minute, and the networks from which most joined. */
export function QueueFigures({ queueId }: { queueId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const [figures, setFigures] = useState<Figures | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    const read = async (): Promise<void> => {
      try {
        const found = await browserClient(locale).send(readQueueFigures, { params: { queueId } })
        if (!isGone) setFigures(found)
      } catch (error) {
        if (!isGone) setRefusal(error instanceof Error ? error.message : '')
      }
    }
    void read()
    const timer = setInterval(() => void read(), refreshMilliseconds)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [queueId, locale])
  if (!figures)
    return refusal === null ? <Skeleton blocks={['h-44']} /> : <p role="alert">{refusal}</p>
  return (
    <>
      <Minutes minutes={figures.minutes} />
      <h3 className="mt-6 font-semibold">{t('networks')}</h3>
      <p className="mt-1 max-w-2xl text-note text-soft">{t('networksText')}</p>
      {figures.networks.length === 0 ? (
        <p className="mt-2">{t('networksEmpty')}</p>
      ) : (
        <div className="mt-2 overflow-x-auto">
          <table className="figures w-full max-w-2xl text-left text-note">
            <thead>
              <tr className="border-b border-rule">
                {(['network', 'joined', 'waiting', 'proved', 'bits'] as const).map((key) => (
                  <th key={key} scope="col" className="py-2 pr-4 font-semibold">
                    {t(key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {figures.networks.map((row) => (
                <tr key={row.network} className="border-b border-rule">
                  <td className="py-2 pr-4">…{row.network.slice(-6)}</td>
                  <td className="py-2 pr-4">{formatCount(row.joined)}</td>
                  <td className="py-2 pr-4">{formatCount(row.waiting)}</td>
                  <td className="py-2 pr-4">{formatCount(row.proved)}</td>
                  <td className="py-2 pr-4">{row.bitsMost}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

function Minutes({ minutes }: { minutes: Figures['minutes'] }) {
  const t = useTexts()
  const most = Math.max(1, ...minutes.flatMap((minute) => parts.map((part) => minute[part])))
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
            title={wordsOf(minute)}
            className="flex h-full min-w-0 grow items-end"
          >
            {parts.map((part) => (
              <span
                key={part}
                className={`min-w-0 grow ${colours[part]}`}
                style={{ height: `${(minute[part] / most) * 100}%` }}
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
            <li key={minute.at}>{wordsOf(minute)}</li>
          ))}
      </ul>
    </>
  )

  function wordsOf({ at, joined, admitted, bought, left }: Figures['minutes'][number]): string {
    return t('chartMinute', {
      time: formatTime(at),
      joined: formatCount(joined),
      admitted: formatCount(admitted),
      bought: formatCount(bought),
      left: formatCount(left),
    })
  }
}
