import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { decideSearchWord, listSearchWords } from '#modules/search/words-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { useTexts } from '../texts.ts'

export function loader(args: LoaderFunctionArgs) {
  return operatorReply(args, listSearchWords)
}

/** What people search for and the programme does not contain: operators decide whether others see it. */
export default function SearchWordsPage() {
  const t = useTexts()
  const { shown, withheld } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('searchWordsTitle')}</title>
      <PageTitle look="office">{t('searchWordsTitle')}</PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('searchWordsNote')}</p>
      <div className="mt-group space-y-part">
        <Panel title={t('searchWordsWithheld')}>
          <Words texts={withheld.map(({ text }) => text)} isShown={false} />
        </Panel>
        <Panel title={t('searchWordsShown')}>
          <Words texts={shown.map(({ text }) => text)} isShown />
        </Panel>
      </div>
    </>
  )
}

function Words({
  texts,
  isShown,
}: {
  readonly texts: readonly string[]
  readonly isShown: boolean
}) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  const decide = (text: string) =>
    void run(() =>
      browserClient(locale).send(decideSearchWord, { body: { text, isShown: !isShown } }),
    )
  if (texts.length === 0) return <p className="text-soft">{t('searchWordsNone')}</p>
  return (
    <>
      {refusal && <Notice>{refusal}</Notice>}
      <ul className="divide-y divide-rule border-t border-rule">
        {texts.map((text) => (
          <li key={text} className="flex flex-wrap items-center gap-x-group gap-y-1 py-near">
            <span className="min-w-0 grow break-words">{text}</span>
            <Button
              look="quiet"
              aria-label={t(isShown ? 'searchWordWithholdOf' : 'searchWordShowOf', { text })}
              isWaiting={isWaiting}
              waitingText={t('saving')}
              onClick={() => decide(text)}
            >
              {t(isShown ? 'searchWordWithhold' : 'searchWordShow')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
