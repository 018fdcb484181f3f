import { Outlet } from 'react-router'
import { TextsProvider } from '#design/texts.tsx'
import { listingTexts } from '../messages/listing-ka.ts'
import { modules } from '../messages/modules-ka.ts'

const all = { ...modules, ...listingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={all}>
      <Outlet />
    </TextsProvider>
  )
}
