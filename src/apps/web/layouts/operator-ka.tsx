import { Outlet } from 'react-router'
import { QueryProvider } from '#design/data/query-provider.tsx'
import { TextsProvider } from '#design/texts.tsx'
import { operatorTexts } from '../messages/operator-ka.ts'
import { OperatorFrame } from '../operator/frame.tsx'
import { OperatorError } from '../operator/operator-error.tsx'

export { operatorLoader as loader } from '../operator/operator-loader.ts'

export default function Layout() {
  return (
    <TextsProvider locale="ka" modules={operatorTexts}>
      <QueryProvider>
        <OperatorFrame>
          <Outlet />
        </OperatorFrame>
      </QueryProvider>
    </TextsProvider>
  )
}

export function ErrorBoundary() {
  return (
    <TextsProvider locale="ka" modules={operatorTexts}>
      <OperatorFrame>
        <OperatorError />
      </OperatorFrame>
    </TextsProvider>
  )
}
