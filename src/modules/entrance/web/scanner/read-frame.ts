import { decodeQR } from 'qr/decode.js'

/** The text of a code in a picture of the video, or null. */
export function readFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  width: number,
): string | null {
  if (video.videoWidth === 0) return null
  const scale = Math.min(1, width / video.videoWidth)
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) return null
  pen.drawImage(video, 0, 0, canvas.width, canvas.height)
  try {
    return decodeQR(pen.getImageData(0, 0, canvas.width, canvas.height))
  } catch {
    return null
  }
}
