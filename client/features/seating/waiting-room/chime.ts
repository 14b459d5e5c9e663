/** The tones in hertz, and the length of each in seconds. */
const TONES = [660, 880]
const LENGTH = 0.25
const LOUDNESS = 0.15

/** Plays two tones. Silent in browsers that forbid sound before the first touch of a page. */
export async function playChime(): Promise<void> {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = LOUDNESS
  gain.connect(audio.destination)
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + index * LENGTH)
    tone.stop(audio.currentTime + (index + 1) * LENGTH)
    if (index === TONES.length - 1) tone.addEventListener('ended', () => void audio.close())
  }
  if (audio.state === 'suspended') await audio.close().catch(() => undefined)
}
