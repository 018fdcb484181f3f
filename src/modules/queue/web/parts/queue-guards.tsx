import { useEffect, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDateTime, formatTime } from '#kernel/format.ts'
import {
  readQueueGuards,
  readQueueSuspect,
  type QueueGuards as Guards,
} from '../../operator-contract.ts'
import type { CallInput, ReplyOf } from '#contract/call.ts'
import { useTexts } from '../texts.ts'

type Measure = Guards['measures'][number]
type Suspect = Guards['suspects'][number]
type SuspectSteps = ReplyOf<typeof readQueueSuspect>['steps']

/** Protections of a queue, their explanations to visitors, and visitors that behave like programs. */
export function QueueGuards({ queueId }: { queueId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const { value: guards, refusal } = useRead(
    () => browserClient(locale).send(readQueueGuards, { params: { queueId } }),
    `${queueId} ${locale}`,
  )
  if (!guards)
    return refusal === null ? <Skeleton blocks={['h-44']} /> : <p role="alert">{refusal}</p>
  const columns: readonly Column<Measure>[] = [
    {
      key: 'measure',
      title: t('measure'),
      isHeader: true,
      renderCell: ({ measure }) => (
        <>
          {t(`measure-${measure}`)}
          <span className="block max-w-xl text-note font-normal text-soft">
            {t(`told-${measure}`)}
          </span>
        </>
      ),
    },
    {
      key: 'count',
      title: t('met'),
      align: 'end',
      compare: (left, right) => left.count - right.count,
      renderCell: ({ count }) => formatCount(locale, count),
    },
    {
      key: 'lastAt',
      title: t('lastMet'),
      renderCell: ({ lastAt }) => (lastAt === null ? t('never') : formatDateTime(locale, lastAt)),
    },
  ]
  return (
    <>
      <p className="max-w-2xl text-soft">
        {t('guardsText', {
          free: formatCount(locale, guards.joinsFree),
          most: formatCount(locale, guards.placesPerNetworkMax),
        })}
      </p>
      <Table
        className="mt-3"
        caption={t('guards')}
        columns={columns}
        rows={guards.measures}
        keyOf={({ measure }) => measure}
      />
      <h3 className="mt-6 font-semibold">{t('suspects')}</h3>
      <p className="mt-1 max-w-2xl text-note text-soft">{t('suspectsText')}</p>
      {guards.suspects.length === 0 ? (
        <p className="mt-2">{t('suspectsEmpty')}</p>
      ) : (
        <ul className="mt-2 border-t border-rule">
          {guards.suspects.map((suspect) => (
            <li key={suspect.suspectId} className="border-b border-rule py-2">
              <FoldOut title={<SuspectLine suspect={suspect} />}>
                <SuspectStepList params={{ queueId, suspectId: suspect.suspectId }} />
              </FoldOut>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SuspectLine({ suspect }: { suspect: Suspect }) {
  const t = useTexts()
  const locale = useLocale()
  const { device, reasons, lastAt, steps } = suspect
  return (
    <span className="flex flex-wrap gap-x-4">
      <span className="figures">…{device.slice(-6)}</span>
      <span>{reasons.map((reason) => t(`measure-${reason}`)).join(', ')}</span>
      <span className="figures text-soft">
        {t('suspectSteps', {
          count: formatCount(locale, steps),
          time: formatDateTime(locale, lastAt),
        })}
      </span>
    </span>
  )
}

/** The steps of one visitor. */
function SuspectStepList({ params }: { params: CallInput<typeof readQueueSuspect>['params'] }) {
  const t = useTexts()
  const locale = useLocale()
  const { value, refusal } = useRead(
    () => browserClient(locale).send(readQueueSuspect, { params }),
    `${params?.suspectId}`,
  )
  if (!value)
    return refusal === null ? <Skeleton blocks={['h-20']} /> : <p role="alert">{refusal}</p>
  const steps: SuspectSteps = value.steps
  return (
    <ol className="mt-2 border-l-2 border-rule pl-4">
      {steps.map(({ at, step, count }) => (
        <li key={`${at} ${step}`} className="figures py-1">
          <span className="text-soft">
            {formatTime(at)}:{at.slice(17, 19)}
          </span>{' '}
          {t(`step-${step}`)}
          {count > 1 && ` ×\u00a0${formatCount(locale, count)}`}
        </li>
      ))}
    </ol>
  )
}

/** Reads a value, and rereads it when `key` changes. */
function useRead<Value>(read: () => Promise<Value>, key: string) {
  const [value, setValue] = useState<Value | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    const load = async (): Promise<void> => {
      try {
        const found = await read()
        if (!isUnmounted) setValue(found)
      } catch (error) {
        if (!isUnmounted) setRefusal(error instanceof Error ? error.message : '')
      }
    }
    void load()
    return () => void (isUnmounted = true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` identifies what is read
  }, [key])
  return { value, refusal }
}
