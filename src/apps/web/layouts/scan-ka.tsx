import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { renderSignIn } from '../merchant/render-sign-in.tsx'
import { scanTexts } from '../messages/scan-ka.ts'

/** The scanner has its own layout and script, without the shop's; its pages sign in as the back office does. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={scanTexts}>
      <Outlet context={renderSignIn} />
    </TextsProvider>
  )
}
