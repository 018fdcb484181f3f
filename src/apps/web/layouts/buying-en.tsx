import { Outlet } from 'react-router'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { buyingTexts } from '../messages/buying-en.ts'
import { modules } from '../messages/modules-en.ts'

const all = { ...modules, ...buyingTexts }

export default function Layout() {
  return (
    <TextsProvider locale="en" modules={all}>
      <QueryProvider>
        <Outlet />
      </QueryProvider>
    </TextsProvider>
  )
}
