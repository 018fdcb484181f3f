import { useEffect } from 'react'
import { useTexts } from '../texts.ts'

interface Question {
  readonly question: string
  readonly answer: string
}

/** Questions as native disclosures; a URL that ends in `#anchor` opens its question. */
export function QuestionList({
  questions,
}: {
  questions: readonly (Question & { readonly anchor: string })[]
}) {
  const t = useTexts()
  useEffect(() => {
    const open = (): void => {
      const element = document.getElementById(location.hash.slice(1))
      if (!(element instanceof HTMLDetailsElement)) return
      element.open = true
      element.scrollIntoView({ block: 'start' })
    }
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])
  return (
    <div className="border-t-2 border-ink">
      {questions.map(({ anchor, question, answer }) => (
        <details key={anchor} id={anchor} className="question border-b border-rule">
          <summary className="flex min-h-14 items-center gap-4 py-3 text-lg font-semibold hover:text-accent">
            <h2 className="grow">{question}</h2>
            <span aria-hidden="true" className="question-mark" />
          </summary>
          <div className="pb-5">
            <p className="max-w-[42rem] whitespace-pre-line">{answer}</p>
            <a href={`#${anchor}`} className="link mt-3 inline-block py-1 text-sm text-soft">
              {t('faqLink')}
            </a>
          </div>
        </details>
      ))}
    </div>
  )
}

/** Questions as schema.org structured data. */
export function questionsLinkedData(questions: readonly Question[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
