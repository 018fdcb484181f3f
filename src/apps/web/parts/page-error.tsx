import { isRouteErrorResponse, useRouteError } from 'react-router'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useShellTexts } from '../texts.ts'

/** A page that is not there, or did not load: said plainly, with ways on. */
export function PageError() {
  const t = useShellTexts()
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <div className="page grid min-h-[60dvh] place-content-center py-16">
      <title>{isMissing ? t('notFoundTitle') : t('errorTitle')}</title>
      <meta name="robots" content="noindex" />
      <div className="ticket-lift max-w-xl">
        <div className="ticket [--cut:calc(100%-6.5rem)]">
          <div className="space-y-3 px-8 pt-10 pb-8">
            <p className="font-display figures text-6xl font-[800] text-accent" aria-hidden="true">
              {isMissing ? '404' : '500'}
            </p>
            <h1 className="font-display text-2xl font-bold tablet:text-3xl">
              {isMissing ? t('notFoundTitle') : t('errorTitle')}
            </h1>
            <p className="text-soft">{isMissing ? t('notFoundText') : t('errorText')}</p>
          </div>
          <div className="perforation mx-4" aria-hidden="true" />
          <div className="flex h-[6.5rem] items-center gap-3 px-8">
            {isMissing ? (
              <LocalLink to="/search" className="button button-quiet">
                {t('toSearch')}
              </LocalLink>
            ) : (
              <button
                type="button"
                className="button button-quiet"
                onClick={() => window.location.reload()}
              >
                {t('tryAgain')}
              </button>
            )}
            <LocalLink to="/" className="button">
              {t('toHome')}
            </LocalLink>
          </div>
        </div>
      </div>
    </div>
  )
}
