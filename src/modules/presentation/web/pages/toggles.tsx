import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Switch } from '#design/parts/checkbox.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { operatorSwitches, operatorSwitchSave, type SwitchView } from '../../switches-contract.ts'
import { ToggleForm } from '../parts/toggle-form.tsx'
import { ToggleHistory } from '../parts/toggle-history.tsx'
import { targetingOf, toggleLabel, useTargetingText, type MerchantName } from '../toggle-labels.ts'
import { useOfficeTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(operatorSwitches))
}

/** Feature switches: state, targeting and history. */
export default function Toggles() {
  const t = useOfficeTexts()
  const { items, merchants } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('togglesTitle')}</title>
      <PageTitle look="office">{t('togglesTitle')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('togglesNote')}</p>
      <ul className="mt-6 max-w-3xl border-t border-rule">
        {items.map((item) => (
          <li key={item.key} className="border-b border-rule py-near">
            <Toggle item={item} merchants={merchants} />
          </li>
        ))}
      </ul>
      <FoldOut title={<span className="link">{t('toggleNew')}</span>} className="mt-4 max-w-3xl">
        <div className="mt-2">
          <ToggleForm key={items.length} merchants={merchants} />
        </div>
      </FoldOut>
    </>
  )
}

/** Applies a change optimistically, and reverts it when saving fails. */
function Toggle({ item, merchants }: { item: SwitchView; merchants: readonly MerchantName[] }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const textOf = useTargetingText(merchants)
  const { run, isWaiting, refusal } = usePageWork()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { key, note, targeting } = item
  const label = toggleLabel(key)
  const name = label ? t(label) : note || key

  const choose = (isOn: boolean): Promise<void> => {
    setChosen(isOn)
    return run(() =>
      browserClient(locale).send(operatorSwitchSave, {
        params: { key },
        body: { isOn, note, targeting: targetingOf(targeting) },
      }),
    ).finally(() => setChosen(null))
  }
  return (
    <>
      <Switch
        label={name}
        hint={<Dotted facts={[key, textOf(targeting)]} />}
        checked={chosen ?? item.isOn}
        aria-disabled={isWaiting}
        onChange={(event) => void choose(event.target.checked)}
      />
      {refusal && <Notice>{refusal}</Notice>}
      <FoldOut title={<RowTitle about={name}>{t('toggleTargeting')}</RowTitle>}>
        <div className="mt-2">
          <ToggleForm item={item} merchants={merchants} />
        </div>
      </FoldOut>
      <FoldOut title={<RowTitle about={name}>{t('toggleHistory')}</RowTitle>}>
        <ToggleHistory toggleKey={key} changedAt={item.changedAt} merchants={merchants} />
      </FoldOut>
    </>
  )
}

/** "Change", and for screen readers of what: the page has it in each row. */
function RowTitle(props: { readonly about: string; readonly children: string }) {
  return (
    <>
      <span className="link">{props.children}</span>
      <span className="sr-only">: {props.about}</span>
    </>
  )
}
