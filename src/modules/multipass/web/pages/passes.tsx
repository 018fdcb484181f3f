import { useLoaderData, type ClientLoaderFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { splitLocale } from '#kernel/locale.ts'
import { loadPasses } from '../passes-data.ts'
import { OwnCard } from '../parts/own-card.tsx'
import { ProductCard } from '../parts/product-card.tsx'
import { useTexts } from '../texts.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  return loadPasses(context.get(serverCallsContext).send)
}

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { locale } = splitLocale(new URL(request.url).pathname)
  return loadPasses(browserClient(locale).send)
}

/** Page of the passes on sale and the visitor's cards with their history. */
export default function Passes() {
  const t = useTexts()
  const { products, cards } = useLoaderData<typeof loader>()
  return (
    <div className="page space-y-section py-8 tablet:py-12">
      <title>{t('title')}</title>
      <meta name="description" content={t('description')} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <PageTitle>{t('title')}</PageTitle>
          <p className="mt-2 text-lead text-soft">{t('description')}</p>
        </div>
        <LinkButton look="quiet" to="/multipass/check">
          {t('checkTitle')}
        </LinkButton>
      </div>
      {cards.length > 0 && (
        <Section title={t('ownTitle')}>
          <div className="grid gap-group desk:grid-cols-2">
            {cards.map((card) => (
              <OwnCard key={card.cardNumber} card={card} />
            ))}
          </div>
        </Section>
      )}
      <Section title={t('soldTitle')}>
        {products.length === 0 ? (
          <EmptyState title={t('noneSold')} />
        ) : (
          <div className="grid gap-group desk:grid-cols-3">
            {products.map((product) => (
              <ProductCard key={product.productId} product={product} />
            ))}
          </div>
        )}
      </Section>
    </div>
  )
}
