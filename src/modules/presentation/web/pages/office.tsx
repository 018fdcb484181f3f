import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Badge } from '#design/parts/badge.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Tabs } from '#design/parts/tabs.tsx'
import { useLocale } from '#design/texts.tsx'
import { operatorFront } from '../../front-contract.ts'
import { BillboardForm } from '../parts/billboard-form.tsx'
import { CategoryForm, QuestionForm } from '../parts/front-forms.tsx'
import { StoryForm } from '../parts/story-form.tsx'
import { useOfficeTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(operatorFront))
}

type Shown = 'billboards' | 'stories' | 'questions' | 'categories'

/** Banners, advertising, stories, questions and categories. */
export default function Office() {
  const t = useOfficeTexts()
  const locale = useLocale()
  const front = useLoaderData<typeof loader>()
  const { billboards, stories, questions, categories } = front
  const [shown, setShown] = useState<Shown>('billboards')
  return (
    <>
      <title>{t('frontTitle')}</title>
      <PageTitle look="office">{t('frontTitle')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('frontNote')}</p>
      <Tabs
        className="mt-6 max-w-3xl"
        label={t('frontTitle')}
        value={shown}
        onChange={setShown}
        tabs={[
          { key: 'billboards', label: t('tabBillboards') },
          { key: 'stories', label: t('tabStories') },
          { key: 'questions', label: t('tabQuestions') },
          { key: 'categories', label: t('tabCategories') },
        ]}
      >
        <Panel isShown={shown === 'billboards'}>
          {billboards.length === 0 && <EmptyState title={t('billboardsEmpty')} />}
          {billboards.map((item) => (
            <Row key={item.billboardId} title={item.title[locale]} isRunning={item.isRunning}>
              <BillboardForm item={item} front={front} />
            </Row>
          ))}
          <Row title={t('billboardNew')} isNew>
            <BillboardForm front={front} />
          </Row>
        </Panel>
        <Panel isShown={shown === 'stories'}>
          {stories.length === 0 && <EmptyState title={t('storiesEmpty')} />}
          {stories.map((item) => (
            <Row key={item.storyId} title={item.title[locale]} isRunning={item.isRunning}>
              <StoryForm item={item} front={front} />
            </Row>
          ))}
          <Row title={t('storyNew')} isNew>
            <StoryForm front={front} />
          </Row>
        </Panel>
        <Panel isShown={shown === 'questions'}>
          {questions.length === 0 && <EmptyState title={t('questionsEmpty')} />}
          {questions.map((item) => (
            <Row key={item.faqId} title={item.question[locale]}>
              <QuestionForm item={item} />
            </Row>
          ))}
          <Row title={t('questionNew')} isNew>
            <QuestionForm />
          </Row>
        </Panel>
        <Panel isShown={shown === 'categories'}>
          {categories.map((item) => (
            <Row
              key={item.categoryId}
              title={item.name[locale]}
              isRunning={item.status === 'Active'}
            >
              <CategoryForm item={item} />
            </Row>
          ))}
        </Panel>
      </Tabs>
    </>
  )
}

/** Hidden tabs keep what was typed into their forms. */
function Panel(props: { readonly isShown: boolean; readonly children: React.ReactNode }) {
  return <div hidden={!props.isShown}>{props.children}</div>
}

function Row(props: {
  readonly title: string
  readonly isRunning?: boolean
  readonly isNew?: boolean
  readonly children: React.ReactNode
}) {
  const t = useOfficeTexts()
  const { title, isRunning, isNew, children } = props
  return (
    <FoldOut
      className={isNew ? 'mt-4' : 'border-b border-rule'}
      title={<span className={isNew ? 'link' : 'font-semibold'}>{title}</span>}
      note={
        isRunning === undefined ? undefined : (
          <Badge tone={isRunning ? 'good' : undefined}>
            {t(isRunning ? 'isRunning' : 'isNotRunning')}
          </Badge>
        )
      }
    >
      <div className="pb-group">{children}</div>
    </FoldOut>
  )
}
