import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Badge } from '#design/parts/badge.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatCount, formatDate, formatMoney } from '#kernel/format.ts'
import { readPassProducts, type OfficeProductView } from '../../office-contract.ts'
import { ProductForm, type FormChoices } from '../parts/product-form.tsx'
import { useOfficeTexts } from '../texts.ts'

export async function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(readPassProducts))
}

export const clientLoader = cachedClientLoader

/** The operator's page for creating and changing passes. */
export default function PassesOffice() {
  const t = useOfficeTexts()
  const { products, ...choices } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <FoldOut title={t('add')} className="mt-6">
        <div className="max-w-4xl">
          <ProductForm choices={choices} />
        </div>
      </FoldOut>
      {products.length === 0 ? (
        <p className="mt-3 border-t border-rule pt-3 text-soft">{t('empty')}</p>
      ) : (
        <ul className="mt-3 border-t border-rule">
          {products.map((product) => (
            <Product key={product.productId} product={product} choices={choices} />
          ))}
        </ul>
      )}
    </>
  )
}

function Product({ product, choices }: { product: OfficeProductView; choices: FormChoices }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const date = (at: string) => formatDate(locale, at, { year: true })
  const { uses, cardsSold: sold, cardsMax: all } = product
  const name = locale === 'ka' ? product.nameKa : product.nameEn
  const price = formatMoney(locale, product.price)
  return (
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{name}</span>
        <span className="text-soft">{product.merchant}</span>
        {!product.isActive && <Badge>{t('isOff')}</Badge>}
      </p>
      <Dotted
        className="figures mt-1 text-soft"
        facts={[
          t('usesFor', { uses, price }),
          `${date(product.validFrom)} – ${date(product.validUntil)}`,
        ]}
      />
      <p className="figures mt-1">
        {t('sold', { sold: formatCount(locale, sold), all: formatCount(locale, all) })}
      </p>
      <FoldOut
        title={
          <>
            {t('change')}
            <span className="sr-only">: {name}</span>
          </>
        }
        className="mt-2"
      >
        <div className="max-w-4xl">
          <ProductForm product={product} choices={choices} />
        </div>
      </FoldOut>
    </li>
  )
}
