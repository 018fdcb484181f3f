/** Reads codes with a camera: with the browser's detector if available, else with a library loaded on demand. */

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface DetectorMaker {
  new (options: { formats: string[] }): Detector
  getSupportedFormats?(): Promise<string[]>
}

export interface RunningCamera {
  readonly hasTorch: boolean
  setTorch(isOn: boolean): Promise<void>
  stop(): void
}

const framePauseMilliseconds = 120
/** Wide enough for a code that fills half of the picture. */
const frameWidth = 640
/** The same code appears in many frames; it is reported once until it disappears, or after this time. */
const againMilliseconds = 4_000

export async function startCamera(
  video: HTMLVideoElement,
  tell: (text: string) => void,
): Promise<RunningCamera> {
  const wanted = { video: { facingMode: 'environment', width: { ideal: 1_280 } }, audio: false }
  const stream = await navigator.mediaDevices.getUserMedia(wanted)
  video.srcObject = stream
  await video.play()
  const read = await createReader()
  const [track] = stream.getVideoTracks()
  const running = { isOver: false }
  let last = { text: '', at: 0 }

  async function look(): Promise<void> {
    while (!running.isOver) {
      const text = await read(video).catch(() => null)
      const now = performance.now()
      if (
        text !== null &&
        !running.isOver &&
        (text !== last.text || now - last.at > againMilliseconds)
      ) {
        last = { text, at: now }
        tell(text)
      }
      await new Promise((resolve) => setTimeout(resolve, framePauseMilliseconds))
    }
  }
  void look()
  return {
    // Firefox before 132 cannot say.
    hasTorch: 'torch' in (track?.getCapabilities?.() ?? {}),
    async setTorch(isOn) {
      const constraints: MediaTrackConstraints & { advanced: object[] } = {
        advanced: [{ torch: isOn }],
      }
      await track?.applyConstraints(constraints)
    },
    stop() {
      running.isOver = true
      for (const each of stream.getTracks()) each.stop()
      video.srcObject = null
    },
  }
}

type Reader = (video: HTMLVideoElement) => Promise<string | null>

async function createReader(): Promise<Reader> {
  const { BarcodeDetector: Maker } = globalThis as { BarcodeDetector?: DetectorMaker }
  const formats = (await Maker?.getSupportedFormats?.().catch(() => [])) ?? []
  if (Maker && formats.includes('qr_code')) {
    // Carriers print Aztec codes; the fallback library reads QR codes only.
    const read = ['qr_code', 'aztec'].filter((format) => formats.includes(format))
    const detector = new Maker({ formats: read })
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
  }
  const { readFrame } = await import('./read-frame.ts')
  const canvas = document.createElement('canvas')
  return async (video) => readFrame(video, canvas, frameWidth)
}
