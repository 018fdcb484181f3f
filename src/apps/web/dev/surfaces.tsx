import { Ticket } from 'lucide-react'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Card, Panel } from '#design/parts/card.tsx'
import { Carousel } from '#design/parts/carousel.tsx'
import { BarList, ColumnChart } from '#design/parts/chart.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { Progress } from '#design/parts/progress.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { EmptyState, ErrorState } from '#design/parts/states.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { When } from '#design/parts/when.tsx'
import type { GalleryWords } from './words.ts'

const sum = { amount: 9450, currency: 'GEL' } as const

export function Surfaces({ words }: { words: GalleryWords }) {
  return (
    <div className="gallery-stack">
      <PageTitle look="display">{words.event}</PageTitle>
      <PageTitle look="heading">{words.event}</PageTitle>
      <PageTitle look="office">{words.event}</PageTitle>
      <div className="gallery-grid">
        <Card>{words.note}</Card>
        <Card look="ruled">{words.note}</Card>
        <Card look="sunk">{words.note}</Card>
        <Card look="open">{words.note}</Card>
        {(['plain', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Card key={tone} tone={tone}>
            {words.note}
          </Card>
        ))}
        <Panel title={words.event} note={words.note} action={<Badge>{words.state}</Badge>}>
          <Price money={sum} before={{ ...sum, amount: 12_000 }} beforeLabel={words.price} />{' '}
          <When at="2026-12-05T15:00:00Z" />
        </Panel>
        <Notice>{words.error}</Notice>
      </div>
      <div className="gallery-row">
        {([undefined, 'good', 'warn', 'bad'] as const).map((tone) => (
          <Badge key={tone ?? 'plain'} tone={tone}>
            {words.state}
          </Badge>
        ))}
      </div>
      <Progress label={words.working} value={0.4} />
      <Progress label={words.working} />
      <Skeleton label={words.working} blocks={['h-5 w-4/5', 'h-24']} />
      <div className="gallery-grid">
        <EmptyState
          title={words.nothing}
          icon={<Ticket size={40} />}
          action={<Button>{words.short}</Button>}
        >
          {words.note}
        </EmptyState>
        <ErrorState title={words.failed} retryText={words.again} onRetry={() => undefined}>
          {words.note}
        </ErrorState>
      </div>
      <Rows words={words} />
      <Charts words={words} />
      <FoldOut title={words.event} note={words.state}>
        <p>{words.note}</p>
      </FoldOut>
      <FoldOut title={words.other} look="section" isOpen>
        <p>{words.note}</p>
      </FoldOut>
      <Carousel label={words.date} className="gallery-slides">
        {Array.from({ length: 12 }, (_, index) => (
          <li key={index} className="gallery-slide">
            {index + 1}
          </li>
        ))}
      </Carousel>
    </div>
  )
}

function Charts({ words }: { words: GalleryWords }) {
  const names = [words.option, words.other, words.state, words.city]
  const bars = names.map((name, index) => ({
    key: name,
    name,
    value: 40 - index * 12,
    text: String(40 - index * 12),
  }))
  return (
    <>
      <BarList bars={bars} />
      <ColumnChart bars={bars} label={words.price} />
    </>
  )
}

interface Row {
  readonly name: string
  readonly at: string
  readonly amount: number
}

function Rows({ words }: { words: GalleryWords }) {
  const rows: readonly Row[] = [
    { name: words.event, at: '2026-12-05T15:00:00Z', amount: 9450 },
    { name: words.option, at: '2026-12-01T16:00:00Z', amount: 1200 },
    { name: words.other, at: '2027-01-12T16:00:00Z', amount: 120_000 },
  ]
  const columns: readonly Column<Row>[] = [
    { key: 'name', title: words.event, renderCell: ({ name }) => name, isHeader: true },
    {
      key: 'at',
      title: words.date,
      compare: (left, right) => left.at.localeCompare(right.at),
      renderCell: ({ at }) => <When at={at} />,
    },
    {
      key: 'amount',
      title: words.price,
      align: 'end',
      compare: (left, right) => left.amount - right.amount,
      renderCell: ({ amount }) => <Price money={{ ...sum, amount }} />,
    },
  ]
  return (
    <Table
      caption={words.price}
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      sortedBy={{ key: 'at' }}
    />
  )
}
