import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useLoadAnew } from '#design/load-anew.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useShellTexts } from '../texts.ts'

/** A page that does not exist or did not load, with suggested links. */
export function PageError() {
  useLoadAnew()
  const t = useShellTexts()
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="page grid min-h-[60dvh] place-content-center py-16">
      <title>{isMissing ? t('notFoundTitle') : t('errorTitle')}</title>
      <meta name="robots" content="noindex" />
      <div className="ticket-lift max-w-xl">
        <div className="ticket [--cut:calc(100%-9.5rem)]">
          <div className="space-y-3 px-8 pt-10 pb-8">
            <p className="font-display figures text-6xl font-[800] text-accent" aria-hidden="true">
              {isMissing ? '404' : '500'}
            </p>
            <PageTitle look="heading">{isMissing ? t('notFoundTitle') : t('errorTitle')}</PageTitle>
            <p className="text-soft">{isMissing ? t('notFoundText') : t('errorText')}</p>
          </div>
          <div className="perforation mx-4" aria-hidden="true" />
          <div className="grid h-[9.5rem] content-center gap-2 px-8">
            {isMissing ? (
              <LinkButton to="/search">{t('toSearch')}</LinkButton>
            ) : (
              <Button onClick={() => window.location.reload()}>{t('tryAgain')}</Button>
            )}
            <LinkButton look="quiet" to="/">
              {t('toHome')}
            </LinkButton>
          </div>
        </div>
      </div>
    </div>
  )
}
