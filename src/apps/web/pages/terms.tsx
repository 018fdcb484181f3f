import { lazy, Suspense } from 'react'
import { late } from '#design/late.ts'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import english from '../messages/terms-en.json'
import georgian from '../messages/terms-ka.json'

/** Below the fold. */
const CookiesSection = lazy(() => late(import('../measuring/cookies-section.tsx')))

/** The terms of use. Long, and on one page only, so their texts are loaded with it. */
export default function Terms() {
  const terms = useLocale() === 'ka' ? georgian : english
  return (
    <article className="page max-w-[52rem] py-10 tablet:py-16">
      <title>{terms.title}</title>
      <meta name="description" content={terms.summary} />
      <PageTitle look="display">{terms.title}</PageTitle>
      <p className="mt-4 text-lg text-soft">{terms.summary}</p>
      {terms.sections.map((section, index) => (
        <section key={section.title} className="mt-10 grid gap-x-6 tablet:grid-cols-[3rem_1fr]">
          <p className="figures font-display text-2xl font-bold text-accent" aria-hidden="true">
            {index + 1}
          </p>
          <div className="space-y-3">
            <h2 className="font-display text-xl font-bold tablet:text-2xl">{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      ))}
      <Suspense>
        <CookiesSection />
      </Suspense>
    </article>
  )
}
