import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { merchantTexts } from '../messages/merchant-ka.ts'

/** The organisers' back office has its own layout and script, without the shop's. */
export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={merchantTexts}>
      <Outlet />
    </TextsProvider>
  )
}
