import { TextsProvider } from '#design/texts.tsx'
import { MerchantFrame } from '../merchant/frame.tsx'
import { merchantTexts } from '../messages/merchant-ka.ts'

/** The organisers' back office has its own layout and script, without the shop's. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={merchantTexts}>
      <MerchantFrame />
    </TextsProvider>
  )
}
