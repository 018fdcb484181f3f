import { useState } from 'react'
import { pageData } from '#design/data/page-data.ts'
import { Button } from '#design/parts/button.tsx'
import { JsonLd } from '#design/parts/json-ld.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { presentationFaq } from '#modules/catalogue/faq-contract.ts'
import { QuestionList, questionsLinkedData } from '../parts/question-list.tsx'
import { useTexts } from '../texts.ts'

const page = pageData(
  presentationFaq,
  () => ({}),
  ({ items }) => items,
)
export const loader = page.loader
export const clientLoader = page.clientLoader

/** Frequent questions: expandable, searchable, each with its own link. */
export default function Faq() {
  const t = useTexts()
  const questions = page.usePage()
  const [sought, setSought] = useState('')
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  const found = questions.filter(({ question, answer }) => {
    const text = `${question} ${answer}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return (
    <article className="page max-w-[52rem] py-10 tablet:py-16">
      <title>{t('faqTitle')}</title>
      <meta name="description" content={t('faqDescription')} />
      <JsonLd data={questionsLinkedData(questions)} />
      <PageTitle look="display">{t('faqTitle')}</PageTitle>
      <p className="mt-4 text-lg text-soft">{t('faqDescription')}</p>
      <search className="mt-8 block">
        <TextField
          label={t('faqSearch')}
          type="search"
          value={sought}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setSought(event.target.value)}
        />
        <output className="mt-2 block min-h-6 text-sm text-soft">
          {words.length > 0 && t('faqFound', { count: found.length })}
        </output>
      </search>
      {found.length > 0 ? (
        <QuestionList
          questions={found.map(({ faqId, ...rest }) => ({ ...rest, anchor: `q-${faqId}` }))}
        />
      ) : (
        <EmptyState
          title={t('faqNothing')}
          className="border-t border-rule"
          action={
            <Button look="quiet" onClick={() => setSought('')}>
              {t('faqClear')}
            </Button>
          }
        />
      )}
    </article>
  )
}
