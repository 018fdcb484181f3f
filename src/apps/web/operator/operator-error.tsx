import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useAuthAddress } from '#design/data/visitor.ts'
import { useLoadAnew } from '#design/load-anew.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useTexts } from '#modules/operator/web/texts.ts'
import { useShellTexts } from '../texts.ts'

/** Shown when an operator's page does not exist, is not permitted, or did not load. */
export function OperatorError() {
  useLoadAnew()
  const t = useTexts()
  const shell = useShellTexts()
  const authAddress = useAuthAddress()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const words =
    status === 403
      ? { title: t('forbiddenTitle'), text: t('forbiddenText') }
      : status === 404
        ? { title: shell('notFoundTitle'), text: t('missingText') }
        : { title: shell('errorTitle'), text: t('errorText') }
  return (
    <div className="max-w-xl space-y-4 py-10">
      <title>{words.title}</title>
      <PageTitle look="office">{words.title}</PageTitle>
      <p className="text-soft">{words.text}</p>
      <div className="flex flex-wrap gap-3">
        {status === 403 ? (
          <LinkButton href={authAddress('logout')}>{shell('signOut')}</LinkButton>
        ) : (
          <Button onClick={() => window.location.reload()}>{shell('tryAgain')}</Button>
        )}
        <LinkButton look="quiet" to="/">
          {t('toShop')}
        </LinkButton>
      </div>
    </div>
  )
}
