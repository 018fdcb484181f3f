import { replayIntegration, type BrowserClient } from '@sentry/browser'

/** Records interactions with all texts, images and fields masked. Downloaded only by sampled visits. */
export function startRecording(
  client: BrowserClient,
  { isWhole }: { readonly isWhole: boolean },
): void {
  const options = client.getOptions()
  // The sampling decision has been made already.
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
