import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { keptClientLoader } from '#design/data/kept-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { Table, type Column } from '#design/parts/table.tsx'
import { formatCount } from '#kernel/format.ts'
import { operatorThrowSwitch, ownSwitches, storiesList, switchKeys } from '../../contract.ts'
import { useTexts } from '../texts.ts'

/** The frame around has seen to it that an operator is asking. */
export async function loader({ context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const [switches, stories] = await Promise.all([calls.send(ownSwitches), calls.send(storiesList)])
  return { switches: switches.items, stories: stories.items }
}

export const clientLoader = keptClientLoader

type SwitchKey = (typeof switchKeys)[number]

const labels = {
  'railway-maintenance': 'switchRailway',
  'omnibus-maintenance': 'switchOmnibus',
  'ortachala-maintenance': 'switchOrtachala',
  'georgianbus-maintenance': 'switchGeorgianBus',
  'citybus-maintenance': 'switchCityBus',
  'metrogeorgia-maintenance': 'switchMetro',
  'rugby-gift': 'switchRugby',
  'basketball-banner': 'switchBasketball',
} as const satisfies Record<SwitchKey, string>

/** Switches to throw, and how often each item of a story was seen. */
export default function Office() {
  const t = useTexts()
  const { switches, stories } = useLoaderData<typeof loader>()
  const columns: readonly Column<(typeof stories)[number]['items'][number]>[] = [
    {
      key: 'title',
      title: t('officeStories'),
      isHeader: true,
      renderCell: ({ title }) => title,
    },
    {
      key: 'views',
      title: t('officeViews'),
      align: 'end',
      compare: (left, right) => left.viewCount - right.viewCount,
      renderCell: ({ viewCount }) => formatCount(viewCount),
    },
  ]
  return (
    <>
      <title>{t('officeTitle')}</title>
      <PageTitle look="office">{t('officeTitle')}</PageTitle>
      <h2 className="mt-8 text-xl font-bold">{t('officeSwitches')}</h2>
      <p className="mt-1 text-soft">{t('officeSwitchesNote')}</p>
      <Switches on={new Set(switches.filter((one) => one.isOn).map((one) => one.key))} />
      <h2 className="mt-10 text-xl font-bold">{t('officeStories')}</h2>
      {stories.length === 0 && <p className="mt-2 text-soft">{t('noStories')}</p>}
      {stories.map((story) => (
        <Table
          key={story.storyId}
          className="mt-4 max-w-2xl"
          caption={story.title}
          isCaptionShown
          columns={columns}
          rows={story.items}
          keyOf={({ id }) => id}
        />
      ))}
    </>
  )
}

/** Each shows what was chosen at once, and goes back when it could not be kept. */
function Switches({ on }: { on: ReadonlySet<string> }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState<ReadonlyMap<SwitchKey, boolean>>(new Map())
  const [hasFailed, setFailed] = useState(false)

  async function choose(key: SwitchKey, isOn: boolean): Promise<void> {
    setFailed(false)
    setChosen((before) => new Map(before).set(key, isOn))
    try {
      await browserClient(locale).send(operatorThrowSwitch, { body: { key, isOn } })
    } catch {
      setFailed(true)
      setChosen((before) => new Map([...before].filter(([other]) => other !== key)))
      await revalidate()
    }
  }
  return (
    <>
      <ul className="mt-3 max-w-2xl border-t border-rule">
        {switchKeys.map((key) => (
          <li key={key} className="border-b border-rule">
            <Checkbox
              label={t(labels[key])}
              checked={chosen.get(key) ?? on.has(key)}
              onChange={(event) => void choose(key, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      <output className="mt-2 block min-h-6 text-warn">{hasFailed && t('officeFailed')}</output>
    </>
  )
}
