import { useQuery } from '@tanstack/react-query'
import type { Call, ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { ownTexts } from '#design/own-texts.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/parts/states.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import {
  presentationDepartmentEntranceCount,
  presentationEntranceCount,
  presentationRegionEntranceCount,
} from '../../count-contract.ts'
import english from '../../messages/office-en.json'
import georgian from '../../messages/office-ka.json'

const useEntranceTexts = ownTexts(georgian, english)

const refreshMilliseconds = 5_000

function useCount<C extends Call>(call: C) {
  const locale = useLocale()
  return useQuery({
    queryKey: ['entrances', call.id, locale],
    queryFn: ({ signal }): Promise<ReplyOf<C>> =>
      browserClient(locale).send(call, undefined, { signal }),
    refetchInterval: refreshMilliseconds,
  })
}

type RowOf<C extends Call> = ReplyOf<C> extends { items: (infer Row)[] } ? Row : never

/** Number of people admitted, by event, city and section of a venue; updated automatically. */
export default function OfficeEntrances() {
  const t = useEntranceTexts()
  const events = useCount(presentationEntranceCount)
  const regions = useCount(presentationRegionEntranceCount)
  const departments = useCount(presentationDepartmentEntranceCount)
  const all = [events, regions, departments]
  const { byEvent, byRegion, byDepartment } = useColumns()
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('note')}</p>
      {all.some(({ isError, data }) => isError && !data) ? (
        <ErrorState
          title={t('failed')}
          retryText={t('retry')}
          onRetry={() => all.forEach(({ refetch }) => void refetch())}
        />
      ) : events.data && regions.data && departments.data ? (
        events.data.total === 0 ? (
          <EmptyState title={t('empty')} />
        ) : (
          <>
            <output className="figures mt-6 block text-xl font-semibold">
              {t('total', { count: events.data.total })}
            </output>
            <Section title={t('byRegion')} className="mt-part">
              <Table
                caption={t('byRegion')}
                columns={byRegion}
                rows={regions.data.items}
                keyOf={({ region }) => region}
              />
            </Section>
            <Section title={t('byEvent')} className="mt-part">
              <Table
                caption={t('byEvent')}
                columns={byEvent}
                rows={events.data.items}
                keyOf={({ eventId }) => eventId}
              />
            </Section>
            <Section title={t('byDepartment')} className="mt-part">
              <Table
                caption={t('byDepartment')}
                columns={byDepartment}
                rows={departments.data.items}
                keyOf={({ venueId, department }) => `${venueId} ${department}`}
              />
            </Section>
          </>
        )
      ) : (
        <Skeleton label={t('loading')} blocks={['h-12', 'h-40', 'h-40']} className="mt-6" />
      )}
    </>
  )
}

interface Counted {
  readonly entranceCount: number
}

/** The columns of the three tables. */
function useColumns() {
  const t = useEntranceTexts()
  const locale = useLocale()
  const count = {
    key: 'count',
    title: t('count'),
    align: 'end' as const,
    compare: (left: Counted, right: Counted) => left.entranceCount - right.entranceCount,
    renderCell: ({ entranceCount }: Counted) => formatCount(locale, entranceCount),
  }
  const byEvent: readonly Column<RowOf<typeof presentationEntranceCount>>[] = [
    {
      key: 'event',
      title: t('event'),
      isHeader: true,
      renderCell: ({ name, venue, startsAt }) => (
        <>
          {name}
          <span className="block font-normal text-soft">
            {venue}, <When at={startsAt} />
          </span>
        </>
      ),
    },
    count,
  ]
  const byRegion: readonly Column<RowOf<typeof presentationRegionEntranceCount>>[] = [
    { key: 'region', title: t('region'), isHeader: true, renderCell: ({ region }) => region },
    {
      key: 'events',
      title: t('events'),
      align: 'end',
      renderCell: ({ eventCount }) => formatCount(locale, eventCount),
    },
    count,
  ]
  const byDepartment: readonly Column<RowOf<typeof presentationDepartmentEntranceCount>>[] = [
    { key: 'venue', title: t('venue'), isHeader: true, renderCell: ({ venue }) => venue },
    {
      key: 'department',
      title: t('department'),
      renderCell: ({ department }) => department ?? t('noDepartment'),
    },
    count,
  ]
  return { byEvent, byRegion, byDepartment }
}
