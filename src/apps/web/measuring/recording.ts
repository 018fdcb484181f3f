import { replayIntegration, type BrowserClient } from '@sentry/browser'

/** Records what moves on the pages: every word, picture and field is masked. Downloaded by the few visits that are drawn. */
export function startRecording(
  client: BrowserClient,
  { isWhole }: { readonly isWhole: boolean },
): void {
  const options = client.getOptions()
  // The visit has been drawn already.
  Object.assign(options, {
    replaysSessionSampleRate: isWhole ? 1 : 0,
    replaysOnErrorSampleRate: isWhole ? 0 : 1,
  })
  client.addIntegration(
    replayIntegration({
      maskAllText: true,
      maskAllInputs: true,
      blockAllMedia: true,
      useCompression: false,
    }),
  )
}
