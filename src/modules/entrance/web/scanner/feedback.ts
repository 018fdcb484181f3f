/** Sound and vibration, because entrances are loud, dark and crowded. */
import type { Outcome } from '../../outcomes.ts'

export type Tone = 'good' | 'again' | 'bad'

export function toneOf(outcome: Outcome): Tone {
  if (outcome === 'Admitted') return 'good'
  return outcome === 'AlreadyUsed' || outcome === 'Conflict' ? 'again' : 'bad'
}

/** Frequencies in hertz, played one after the other. */
const notes: Readonly<Record<Tone, readonly number[]>> = {
  good: [880, 1_320],
  again: [440, 440, 440],
  bad: [196, 147],
}
const shakes: Readonly<Record<Tone, number[]>> = {
  good: [60],
  again: [90, 60, 90, 60, 90],
  bad: [350],
}
const noteSeconds = 0.13

let audio: AudioContext | undefined

export function sound(tone: Tone): void {
  navigator.vibrate?.(shakes[tone])
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [at, hertz] of notes[tone].entries()) {
      const begins = audio.currentTime + at * noteSeconds * 1.3
      const oscillator = new OscillatorNode(audio, { frequency: hertz, type: 'triangle' })
      const volume = new GainNode(audio, { gain: 0.35 })
      volume.gain.exponentialRampToValueAtTime(0.001, begins + noteSeconds)
      oscillator.connect(volume).connect(audio.destination)
      oscillator.start(begins)
      oscillator.stop(begins + noteSeconds)
    }
  } catch {
    // Without sound the device still shows colours.
  }
}
