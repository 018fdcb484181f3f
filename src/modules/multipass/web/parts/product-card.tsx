import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Price } from '#design/parts/price.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { choosePass, type PassProductView } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { ProductTerms } from './product-terms.tsx'

/** Adds passes, or additional uses for a card, to an order and opens its checkout. */
export function usePassPurchase() {
  const locale = useLocale()
  const work = useWork()
  const buy = (choice: { readonly productId?: number; readonly cardNumber?: string }) =>
    work.run(async () => {
      const { orderKey } = await browserClient(locale).send(choosePass, { body: choice })
      window.location.assign(localizedPath(locale, `/checkout/${orderKey}`))
    })
  return { buy, isWaiting: work.isWaiting, refusal: work.refusal }
}

/** A pass on sale. */
export function ProductCard({ product }: { product: PassProductView }) {
  const t = useTexts()
  const { buy, isWaiting, refusal } = usePassPurchase()
  return (
    <Panel title={product.name} note={product.description}>
      <p className="text-lg font-semibold">
        {t('usesFor', { uses: product.uses })} <Price money={product.price} />
      </p>
      <div className="mt-3">
        <ProductTerms product={product} />
      </div>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        className="mt-5 wrap-anywhere"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => void buy({ productId: product.productId })}
      >
        {t('buyNamed', { name: product.name })}
      </Button>
    </Panel>
  )
}
