import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { renderSignIn } from '../merchant/render-sign-in.tsx'
import { scanTexts } from '../messages/scan-en.ts'

/** The scanner has its own layout and script, without the shop's; its pages sign in as the back office does. */
export default function Layout() {
  return (
    <TextsProvider locale="en" modules={scanTexts}>
      <Outlet context={renderSignIn} />
    </TextsProvider>
  )
}
