import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useAuthAddress } from '#design/data/visitor.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useTexts } from '#modules/operator/web/texts.ts'
import { useShellTexts } from '../texts.ts'

/** A page of the operator that is not there, is not theirs, or did not load. */
export function OperatorError() {
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
      <h1 className="text-2xl font-bold">{words.title}</h1>
      <p className="text-soft">{words.text}</p>
      <div className="flex flex-wrap gap-3">
        {status === 403 ? (
          <a href={authAddress('logout')} className="button">
            {shell('signOut')}
          </a>
        ) : (
          <button type="button" className="button" onClick={() => window.location.reload()}>
            {shell('tryAgain')}
          </button>
        )}
        <LocalLink to="/" className="button button-quiet">
          {t('toShop')}
        </LocalLink>
      </div>
    </div>
  )
}
